package analytics

import "testing"

func TestHarmless(t *testing.T) {
	for cell, want := range map[string]string{
		"=1+2": "'=1+2", "+1": "'+1", "-1": "'-1", "@sum": "'@sum", "\tx": "'\tx", "\rx": "'\rx", "Dawn": "Dawn", "": "", "1-2": "1-2",
	} {
		if got := harmless(cell); got != want {
			t.Errorf("%q became %q, not %q", cell, got, want)
		}
	}
}
