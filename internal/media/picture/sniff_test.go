package picture

import "testing"

func TestCoverNames(t *testing.T) {
	cover, ok := IsCoverName("Cover.JPG")
	front, ok2 := IsCoverName("front.webp")
	if _, ok3 := IsCoverName("cover.txt"); !ok || !ok2 || ok3 || cover >= front {
		t.Error("cover names are not told apart")
	}
}

// FuzzSniff detects formats from arbitrary first bytes.
func FuzzSniff(f *testing.F) {
	f.Add([]byte("\xff\xd8\xff\xe0\x00\x04ab\xff\xc0\x00\x0b\x08\x00\x10\x00\x20"))
	f.Add([]byte("RIFF\x00\x00\x00\x00WEBPVP8X\x00\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x01\x00\x00"))
	f.Fuzz(func(t *testing.T, b []byte) {
		if mime, w, h := Sniff(b); w < 0 || h < 0 || mime == "" && w > 0 {
			t.Errorf("%q %d×%d", mime, w, h)
		}
		if pic, err := Describe(b); err == nil && (len(pic.Hash) != 16 || pic.Bytes != len(b)) {
			t.Errorf("%+v", pic)
		}
	})
}
