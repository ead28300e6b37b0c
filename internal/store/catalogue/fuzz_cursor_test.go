package catalogue

import (
	"testing"

	"sonora/internal/music"
	"sonora/internal/store/kernel"
)

// FuzzCursor checks that a cursor is refused unless the server issued it.
func FuzzCursor(f *testing.F) {
	o := TrackOrders[music.TracksByTitle]
	f.Add("")
	f.Add(kernel.Cursor{Order: o.Name, Key: "title", Seq: 7}.String())
	f.Add(kernel.Cursor{Order: "other", Seq: -1}.String())
	f.Add("1eyJvIjoi")
	f.Fuzz(func(t *testing.T, text string) {
		for _, o := range []kernel.Order{o, tracksLiked} {
			c, err := kernel.ParseCursor(text, o)
			if err != nil {
				if music.CodeOf(err) != music.Invalid {
					t.Errorf("parseCursor(%q): %v", text, err)
				}
				continue
			}
			if c.String() != text || c.Order != o.Name {
				t.Errorf("parseCursor(%q) = %+v", text, c)
			}
		}
	})
}
