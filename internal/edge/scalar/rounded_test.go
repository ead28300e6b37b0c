package scalar_test

import (
	"encoding/json"
	"testing"

	"sonora/internal/edge"
	"sonora/internal/edge/scalar"
)

func TestRounded(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		value any
		want  string
	}{
		{scalar.InTenths(128.0499), "128"},
		{scalar.InTenths(-9.349999), "-9.3"},
		{scalar.InTenths(-0.04), "0"},
		{scalar.InHundredths(-7.034999), "-7.03"},
		{scalar.InThousandths(0.98849999), "0.988"},
		{scalar.InMegabytes(7_680_400), "7.68"},
		{edge.OrNull(scalar.InTenths(0)), "null"},
		{edge.Known(scalar.InTenths(0), true), "0"},
		{edge.Known(scalar.InTenths(-1000), false), "null"},
	} {
		if written, err := json.Marshal(c.value); err != nil || string(written) != c.want {
			t.Errorf("%s, %v; want %s", written, err, c.want)
		}
	}
}
