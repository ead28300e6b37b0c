package intake

import (
	"strings"
	"testing"

	"sonora/internal/music"
)

func TestNoRoom(t *testing.T) {
	const mb = 1 << 20
	for _, c := range []struct {
		left, quota int64
		want        string
	}{
		{0, 5 * mb, "0 MB of 5 MB."},
		{-3 * mb, 5 * mb, "0 MB of 5 MB."},
		{mb/10 - 1, mb, "0 MB of 1 MB."},
		{3*mb + mb/2, 5 * mb, "3.5 MB of 5 MB."},
		{mb - 1, 20_480 * mb, "0.9 MB of 20480 MB."},
		{mb, 100_000_000 * mb, "1 MB of 100000000 MB."},
	} {
		if err := NoRoom(c.left, c.quota); err.Code != music.TooLarge || !strings.HasSuffix(err.Detail.String(), ": "+c.want) {
			t.Errorf("%d of %d: %v", c.left, c.quota, err)
		}
	}
}
