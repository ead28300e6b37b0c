package tag

import (
	"bytes"
	"errors"
	"slices"
	"testing"

	"sonora/internal/codec/mp4"
)

// withIndex returns alac.m4a, whose index is at its end, after change changed
// the index.
func withIndex(t *testing.T, change func(moov, udta, meta, list *mp4.Node)) []byte {
	t.Helper()
	content := []byte(readSample(t, "alac.m4a"))
	at := bytes.LastIndex(content, []byte("moov")) - 4
	moov, err := mp4.ReadIndex(content[at+8:])
	if err != nil {
		t.Fatal(err)
	}
	udta := moov.Child("udta")
	meta := udta.Child("meta")
	meta.Body, meta.Boxes = meta.Body[:4], boxesOf(t, meta.Body[4:])
	list := meta.Child("ilst")
	list.Body, list.Boxes = nil, boxesOf(t, list.Body)
	change(moov, udta, meta, list)
	return moov.Append(content[:at:at])
}

func boxesOf(t *testing.T, content []byte) []*mp4.Node {
	t.Helper()
	n := &mp4.Node{Body: content}
	if err := n.Open(); err != nil {
		t.Fatal(err)
	}
	return n.Boxes
}

// TestMP4ListsAgree changes files with lists of tags in unusual places. No value
// that the reader finds remains next to the new ones.
func TestMP4ListsAgree(t *testing.T) {
	keys := &mp4.Node{Kind: "keys", Body: make([]byte, 8)}
	for name, change := range map[string]func(moov, udta, meta, list *mp4.Node){
		"in two user data boxes":   func(moov, udta, _, _ *mp4.Node) { moov.Boxes = append(moov.Boxes, udta) },
		"outside of the user data": func(moov, udta, _, _ *mp4.Node) { moov.Boxes = append(udta.Boxes, moov.Boxes...) },
		"twice in a box":           func(_, _, meta, list *mp4.Node) { meta.Boxes = append(meta.Boxes, list) },
		"among keys":               func(_, _, meta, _ *mp4.Node) { meta.Boxes = append(meta.Boxes, keys) },
	} {
		t.Run(name, func(t *testing.T) {
			before := withIndex(t, change)
			if got := parsed(t, before).fields["TITLE"]; len(got) == 0 || got[0] != "Étude" {
				t.Fatalf("the title was %q", got)
			}
			cover := &Cover{samplePicture(t, 16, true)}
			out, f := rewritten(t, before, Change{Fields: map[string][]string{"TITLE": {"New"}, "ARTIST": {"Zoe"}, "ALBUM": nil}, Cover: cover})
			if got := f.fields; !slices.Equal(got["TITLE"], []string{"New"}) || !slices.Equal(got["ARTIST"], []string{"Zoe"}) || len(got["ALBUM"]) > 0 {
				t.Errorf("title %q, artist %q, album %q", got["TITLE"], got["ARTIST"], got["ALBUM"])
			}
			checkPicture(t, f, cover.Data)
			sameSound(t, before, out)
		})
	}
}

// TestMP4DamagedLists refuses to change files with lists of tags of which the
// reader reads the first items, because they do not fit together.
func TestMP4DamagedLists(t *testing.T) {
	sized := func(kind string, size byte) []byte {
		content := []byte(readSample(t, "alac.m4a"))
		content[bytes.LastIndex(content, []byte(kind))-1] = size
		return content
	}
	twoNames := withIndex(t, func(_, _, _, list *mp4.Node) {
		item := freeItem("MOOD", []string{"calm"})
		item.Boxes = append(item.Boxes, freeItem("TITLE", []string{"Other"}).Boxes...)
		list.Boxes = append(list.Boxes, item)
	})
	for name, content := range map[string][]byte{
		"the list ends inside an item": sized("ilst", 0x77),
		"an item is cut off":           sized("disk", 0x40),
		"a value has two names":        twoNames,
	} {
		t.Run(name, func(t *testing.T) {
			if got := parsed(t, content).fields["TITLE"]; len(got) == 0 {
				t.Fatal("the reader reads nothing of it")
			}
			if _, err := tryWrite(content, everything()); !errors.Is(err, ErrNotWritable) {
				t.Errorf("%v", err)
			}
		})
	}
}
