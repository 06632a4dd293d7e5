"""One address: POST a row."""

from __future__ import annotations

from typing import Any, ClassVar

from django.urls import path
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tests.benchmarks.bare.models import Row


class RowSerializer(serializers.Serializer[Any]):
    """What a row must hold."""

    match = serializers.IntegerField(min_value=1)
    seat = serializers.IntegerField(min_value=0, max_value=8)
    turn = serializers.IntegerField(min_value=0)
    line = serializers.CharField(max_length=600)


class Rows(APIView):
    """Check a row and store it: one INSERT and nothing else."""

    serializer_class: ClassVar = RowSerializer

    def post(self, request: Request) -> Response:
        """Store."""
        serializer = RowSerializer(data=request.data)
        serializer.is_valid(raise_exception=True)
        row = Row.objects.create(**serializer.validated_data)
        return Response({"id": row.pk}, status=201)


urlpatterns = [path("rows/", Rows.as_view())]
