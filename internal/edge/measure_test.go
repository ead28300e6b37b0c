package edge

import (
	"encoding/json"
	"testing"
)

func TestRounded(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		value any
		want  string
	}{
		{InTenths(128.0499), "128"},
		{InTenths(-9.349999), "-9.3"},
		{InTenths(-0.04), "0"},
		{InHundredths(-7.034999), "-7.03"},
		{InThousandths(0.98849999), "0.988"},
		{OrNull(InTenths(0)), "null"},
		{Known(InTenths(0), true), "0"},
		{Known(InTenths(-1000), false), "null"},
	} {
		if written, err := json.Marshal(c.value); err != nil || string(written) != c.want {
			t.Errorf("%s, %v; want %s", written, err, c.want)
		}
	}
}
