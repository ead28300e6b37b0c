package tag

import (
	"encoding/binary"
	"errors"

	"sonora/internal/codec/mp4"
)

const (
	maxMoov    = 128 << 20 // bytes of an index (moov) that can be rewritten
	mp4Padding = 2 << 10   // bytes added after an index that must grow
)

// mp4NotWritable says why an index cannot be changed.
func mp4NotWritable(err error) error {
	switch {
	case errors.Is(err, mp4.ErrDepth):
		return notWritable("its boxes are nested too deeply")
	case errors.Is(err, mp4.ErrDamaged):
		return notWritable("its index is damaged")
	case errors.Is(err, mp4.ErrFragmented):
		return notWritable("it is in fragments")
	case errors.Is(err, mp4.ErrOffset):
		return notWritable("it would be larger than its index can say")
	}
	return err
}

// rewriteMP4 plans an MP4, M4A or QuickTime file with a new list of tags in its
// index. If the audio must move, it updates the offsets in the index.
func rewriteMP4(s *source, c *Change) ([]piece, error) {
	var top []mp4.Box
	err := mp4.Each(windowed{s}, 0, s.size, func(b mp4.Box) error {
		if b.IsCut(s.size) {
			return notWritable("its last box is cut off")
		}
		top = append(top, b)
		return nil
	})
	if err != nil {
		return nil, err
	}
	at := -1
	for i, b := range top {
		if b.Kind == "moov" && at < 0 {
			at = i
		}
	}
	if at < 0 || top[at].Size() > maxMoov {
		return nil, notWritable("its index is too large")
	}
	content, err := s.read(top[at].Start, int(top[at].Size()))
	if err != nil {
		return nil, err
	}
	moov, err := mp4.ReadIndex(content)
	if err == nil {
		err = changeMoov(moov, c)
	}
	if err != nil {
		return nil, mp4NotWritable(err)
	}
	return placeMoov(s, top, at, moov)
}

// placeMoov puts the new index in the position of the old one.
func placeMoov(s *source, top []mp4.Box, at int, moov *mp4.Node) ([]piece, error) {
	old := top[at]
	rest, room := old.End, old.End-old.At // including the free space after it
	if at+1 < len(top) && (top[at+1].Kind == "free" || top[at+1].Kind == "skip") {
		rest = top[at+1].End
		room = rest - old.At
	}
	last := true
	for _, b := range top[at+1:] {
		last = last && b.Kind != "mdat" && b.Kind != "moof"
	}
	index := moov.Append(nil)
	left := room - int64(len(index))
	if left != 0 && left < 8 {
		left = mp4Padding
		if last {
			left = 0
		}
	}
	if last && left > mp4Padding {
		left = mp4Padding
	}
	if shift := int64(len(index)) + left - room; shift != 0 && !last {
		for _, b := range top {
			if b.Kind == "moof" || b.Kind == "sidx" || b.Kind == "mfra" {
				return nil, notWritable("it is in fragments")
			}
		}
		if err := moov.Shift(shift, old.End); err != nil {
			return nil, mp4NotWritable(err)
		}
		index = moov.Append(nil)
	}
	pieces := []piece{rangePiece(0, old.At), bytesPiece(index)}
	if left > 0 {
		free := make([]byte, left)
		binary.BigEndian.PutUint32(free, uint32(left))
		copy(free[4:], "free")
		pieces = append(pieces, bytesPiece(free))
	}
	return append(pieces, rangePiece(rest, s.size)), nil
}

// changeMoov changes every list of tags that the reader reads, and adds the new
// values to the first one. Without one it creates moov/udta/meta.
func changeMoov(moov *mp4.Node, c *Change) error {
	if c.Chapters != nil {
		changeChapters(moov, c.Chapters)
	}
	done := false
	for _, m := range metaBoxes(moov) {
		added, err := changeMeta(m, c, !done)
		if err != nil {
			return err
		}
		done = done || added
	}
	items := newItems(c)
	if done || len(items) == 0 {
		return nil
	}
	udta := moov.Child("udta")
	if udta == nil {
		udta = &mp4.Node{Kind: "udta", IsOpen: true}
		moov.Boxes = append(moov.Boxes, udta)
	}
	handler := &mp4.Node{Kind: "hdlr", Body: []byte("\x00\x00\x00\x00\x00\x00\x00\x00mdirappl\x00\x00\x00\x00\x00\x00\x00\x00\x00")}
	udta.Boxes = append(udta.Boxes, &mp4.Node{
		Kind: "meta", Body: make([]byte, 4), IsOpen: true,
		Boxes: []*mp4.Node{handler, {Kind: "ilst", Boxes: items, IsOpen: true}},
	})
	return nil
}

// metaBoxes returns the boxes in which the reader looks for tags, in its order.
func metaBoxes(moov *mp4.Node) []*mp4.Node {
	var metas []*mp4.Node
	for _, b := range moov.Boxes {
		switch b.Kind {
		case "meta":
			metas = append(metas, b)
		case "udta":
			metas = append(metas, b.All("meta")...)
		}
	}
	return metas
}

// changeMeta changes the lists of tags in a meta box. If adds is set, it adds
// the new values to the first one in iTunes format and reports whether there is
// one. The reader reads every item that fits, also in a damaged box, so a box
// that cannot be opened is refused: what it holds would remain next to the new
// values.
func changeMeta(meta *mp4.Node, c *Change, adds bool) (added bool, err error) {
	if len(meta.Body) < 8 { // the reader skips it as well
		return false, nil
	}
	inner := &mp4.Node{Kind: "meta", Body: meta.Body}
	var version []byte
	if string(meta.Body[4:8]) != "hdlr" {
		version, inner.Body = meta.Body[:4], meta.Body[4:]
	}
	if err := inner.Open(); err != nil {
		return false, err
	}
	lists := inner.All("ilst")
	if len(lists) == 0 {
		return false, nil
	}
	adds = adds && inner.Child("keys") == nil // QuickTime's own list format
	for _, list := range lists {
		kept, err := keptItems(list, c)
		if err != nil {
			return false, err
		}
		if adds && !added {
			kept, added = joinCovers(append(newItems(c), kept...)), true
		}
		list.Boxes = kept
	}
	meta.Body, meta.Boxes, meta.IsOpen = version, inner.Boxes, true
	return added, nil
}

// keptItems opens a list and returns the items that stay.
func keptItems(list *mp4.Node, c *Change) ([]*mp4.Node, error) {
	if err := list.Open(); err != nil {
		return nil, err
	}
	var kept []*mp4.Node
	for _, item := range list.Boxes {
		keep, err := keepItem(item, c)
		if err != nil {
			return nil, err
		}
		if keep {
			kept = append(kept, item)
		}
	}
	return kept, nil
}

// keepItem reports whether an item of the list stays. The first picture of an
// item is the cover, which a new one replaces.
func keepItem(item *mp4.Node, c *Change) (bool, error) {
	switch item.Kind {
	case "trkn":
		return !c.changes("TRACKNUMBER"), nil
	case "disk":
		return !c.changes("DISCNUMBER"), nil
	case "gnre":
		return !c.changes("GENRE"), nil
	case "cpil":
		return !c.changes("COMPILATION"), nil
	case "tmpo":
		return !c.changes("BPM"), nil
	case "covr":
		return keepCovers(item, c)
	case "----":
		if err := item.Open(); err != nil {
			return false, err
		}
		names := item.All("name")
		if len(names) > 1 { // each names the values after it
			return false, mp4.ErrDamaged
		}
		return len(names) == 0 || len(names[0].Body) < 4 || !c.changes(canonical(string(names[0].Body[4:]))), nil
	}
	name, known := ilstNames[item.Kind]
	return !known || !c.changes(name), nil
}

func keepCovers(item *mp4.Node, c *Change) (bool, error) {
	if c.Cover == nil {
		return true, nil
	}
	if len(c.Cover.Data) == 0 {
		return false, nil
	}
	if err := item.Open(); err != nil {
		return false, err
	}
	if len(item.Boxes) > 0 {
		item.Boxes = item.Boxes[1:]
	}
	return len(item.Boxes) > 0, nil
}

// joinCovers merges the new cover and the remaining ones into one item.
func joinCovers(items []*mp4.Node) []*mp4.Node {
	var first *mp4.Node
	kept := items[:0:0]
	for _, item := range items {
		if item.Kind == "covr" && first != nil && first.IsOpen && item.IsOpen {
			first.Boxes = append(first.Boxes, item.Boxes...)
			continue
		}
		if item.Kind == "covr" {
			first = item
		}
		kept = append(kept, item)
	}
	return kept
}
