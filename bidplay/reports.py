"""What an error report, mailed to the host, leaves out: whatever somebody typed or code held."""

from types import FrameType, TracebackType
from typing import Any

from django.http import HttpRequest
from django.views.debug import SafeExceptionReporterFilter


class DiscreetFilter(SafeExceptionReporterFilter):
    """Hide every posted value and every variable: one of them may be a sealed order or a password."""

    def get_post_parameters(self, request: HttpRequest | None) -> dict[str, Any]:
        """The names that were posted, without their values."""
        if request is None or not self.is_active(request):
            return super().get_post_parameters(request)
        return dict.fromkeys(request.POST, self.cleansed_substitute)

    def get_traceback_frame_variables(
        self, request: HttpRequest | None, tb_frame: FrameType | TracebackType
    ) -> Any:
        """No variable at all, but on a developer's own screen."""
        if not self.is_active(request):
            return super().get_traceback_frame_variables(request, tb_frame)
        return []
