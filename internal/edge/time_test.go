package edge

import (
	"encoding/json"
	"testing"
	"time"
)

func TestTime(t *testing.T) {
	t.Parallel()
	at := time.Date(2025, 3, 1, 13, 0, 0, 123_456_789, time.FixedZone("", 3600))
	for _, c := range []struct {
		value any
		want  string
	}{
		{Time(at), `"2025-03-01T12:00:00.123Z"`},
		{Time(at.Truncate(time.Second)), `"2025-03-01T12:00:00Z"`},
		{TimeOrNull(at), `"2025-03-01T12:00:00.123Z"`},
		{TimeOrNull{}, `null`},
	} {
		if written, err := json.Marshal(c.value); err != nil || string(written) != c.want {
			t.Errorf("%s, %v; want %s", written, err, c.want)
		}
	}
}
