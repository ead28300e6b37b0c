package stems

import (
	"testing"
	"time"

	"sonora/internal/blob"
)

func TestPartsOfASplitStayTogether(t *testing.T) {
	at := func(minutes int) time.Time { return time.Unix(int64(minutes)*60, 0) }
	got := byTrack([]blob.Info{
		{Key: keyPrefix + "old/drums", ModTime: at(1)},
		{Key: keyPrefix + "new/drums", ModTime: at(2)},
		{Key: keyPrefix + "old/melody", ModTime: at(3)},
		{Key: keyPrefix + "new/melody", ModTime: at(4)},
	})
	if len(got) != 2 || len(got[0]) != 2 || ownerOf(got[0][0].Key) != "new" || ownerOf(got[0][1].Key) != "new" || len(got[1]) != 2 {
		t.Errorf("%+v", got)
	}
}
