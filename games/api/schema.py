"""How the API describes itself: shapes as schemas, and the pages that show them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from drf_spectacular.extensions import OpenApiSerializerExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import ResolvedComponent
from drf_spectacular.renderers import OpenApiJsonRenderer, OpenApiYamlRenderer
from drf_spectacular.utils import Direction
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView

from games.api.throttles import PersonThrottle

_TEMPLATE = "#/components/schemas/{name}"


class ShapeExtension(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    """A msgspec shape is its own description."""

    target_class = "msgspec.Struct"
    match_subclasses = True

    def get_name(self, auto_schema: AutoSchema, direction: Direction) -> str:
        """The name of the shape."""
        return str(self.target.__name__)

    def map_serializer(self, auto_schema: AutoSchema, direction: Direction) -> dict[str, Any]:
        """The schema of the shape; those of its parts are put beside it."""
        _refs, components = msgspec.json.schema_components([self.target], ref_template=_TEMPLATE)
        own: dict[str, Any] = components.pop(self.target.__name__)
        shapes = {shape.__name__: shape for shape in _shapes(msgspec.inspect.type_info(self.target))}
        for name, schema in components.items():
            # Named as it would be by itself, as a shape may be an answer in one place and a part in another.
            part = ResolvedComponent(  # type: ignore[no-untyped-call]
                name, ResolvedComponent.SCHEMA, schema=schema, object=shapes.get(name, name)
            )
            auto_schema.registry.register_on_missing(part)
        return own


def _shapes(found: Any) -> Iterator[type[msgspec.Struct]]:
    """All shapes that a type is made of."""
    if isinstance(found, msgspec.inspect.StructType):
        yield found.cls
        for field in found.fields:
            yield from _shapes(field.type)
    for inner in (getattr(found, name, None) for name in ("item_type", "value_type", "type")):
        if isinstance(inner, msgspec.inspect.Type):
            yield from _shapes(inner)
    for inner in (*getattr(found, "types", ()), *getattr(found, "item_types", ())):
        yield from _shapes(inner)


class Schema(SpectacularAPIView):
    """The OpenAPI document, as JSON, or as YAML for those who accept only that."""

    renderer_classes = [OpenApiJsonRenderer, OpenApiYamlRenderer]
    throttle_classes = [PersonThrottle]


class Docs(SpectacularSwaggerSplitView):
    """The page that shows the document and tries it out."""

    authentication_classes = []
    throttle_classes = []
    template_name = "games/api.html"
    url_name = "api:schema"
