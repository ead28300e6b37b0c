package music

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"testing"
	"time"
)

func TestLogFailure(t *testing.T) {
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	late, stop := context.WithDeadline(t.Context(), time.Unix(0, 0))
	defer stop()
	for name, c := range map[string]struct {
		ctx  context.Context
		err  error
		want string
	}{
		"success":   {t.Context(), nil, ""},
		"failure":   {t.Context(), errors.New("disk full"), `level=WARN msg="send digests failed" error="disk full"` + "\n"},
		"cancelled": {cancelled, context.Canceled, ""},
		"too late":  {late, context.DeadlineExceeded, `level=WARN msg="send digests failed" error="context deadline exceeded"` + "\n"},
	} {
		var log bytes.Buffer
		noTime := func(_ []string, a slog.Attr) slog.Attr {
			if a.Key == slog.TimeKey {
				return slog.Attr{}
			}
			return a
		}
		LogFailure(c.ctx, slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{ReplaceAttr: noTime})), slog.LevelWarn, "send digests", c.err)
		if log.String() != c.want {
			t.Errorf("%s: %q, want %q", name, log.String(), c.want)
		}
	}
}
