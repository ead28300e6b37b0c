package tag

import (
	"bytes"
	"encoding/binary"
	"math"
)

const (
	maxMoov    = 128 << 20 // bytes of an index (moov) that can be rewritten
	mp4Padding = 2 << 10   // bytes added after an index that must grow
)

// atom is a box in memory, with its content or its child boxes.
type atom struct {
	kind  string
	body  []byte // content of a box without children, or content before the children
	boxes []*atom
	open  bool
}

// rewriteMP4 plans an MP4, M4A or QuickTime file with a new list of tags in its
// index. If the audio must move, it updates the offsets in the index.
func rewriteMP4(s *source, c *Change) ([]piece, error) {
	var top []box
	err := eachBox(s, 0, s.size, func(b box) error {
		if !b.inside(s.size) {
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
		if b.kind == "moov" && at < 0 {
			at = i
		}
	}
	if at < 0 || top[at].end-top[at].start > maxMoov {
		return nil, notWritable("its index is too large")
	}
	moov, err := readMoov(s, top[at])
	if err != nil {
		return nil, err
	}
	if err := changeMoov(moov, c); err != nil {
		return nil, err
	}
	return placeMoov(s, top, at, moov)
}

// placeMoov puts the new index in the position of the old one.
func placeMoov(s *source, top []box, at int, moov *atom) ([]piece, error) {
	old := top[at]
	rest, room := old.end, old.end-old.at // including the free space after it
	if at+1 < len(top) && (top[at+1].kind == "free" || top[at+1].kind == "skip") {
		rest = top[at+1].end
		room = rest - old.at
	}
	last := true
	for _, b := range top[at+1:] {
		last = last && b.kind != "mdat" && b.kind != "moof"
	}
	index := moov.encode(nil)
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
			if b.kind == "moof" || b.kind == "sidx" || b.kind == "mfra" {
				return nil, notWritable("it is in fragments")
			}
		}
		if err := moov.shift(shift, old.end); err != nil {
			return nil, err
		}
		index = moov.encode(nil)
	}
	pieces := []piece{rangePiece(0, old.at), bytesPiece(index)}
	if left > 0 {
		free := make([]byte, left)
		binary.BigEndian.PutUint32(free, uint32(left))
		copy(free[4:], "free")
		pieces = append(pieces, bytesPiece(free))
	}
	return append(pieces, rangePiece(rest, s.size)), nil
}

// opened lists the boxes that contain the tags or the offsets of the audio.
var opened = map[string]bool{"moov": true, "udta": true, "trak": true, "mdia": true, "minf": true, "stbl": true}

// readMoov reads the index.
func readMoov(s *source, b box) (*atom, error) {
	raw, err := s.read(b.start, int(b.end-b.start))
	if err != nil {
		return nil, err
	}
	moov := &atom{kind: "moov", body: raw}
	return moov, moov.read(maxDepth)
}

// read parses the children of a box. It keeps unparsed boxes unchanged.
func (a *atom) read(depth int) error {
	if depth == 0 {
		return notWritable("its boxes lie too deep in each other")
	}
	rest := a.body
	a.body, a.open = nil, true
	for len(rest) >= 8 {
		n := uint64(binary.BigEndian.Uint32(rest))
		head := uint64(8)
		if n == 1 && len(rest) >= 16 {
			n, head = binary.BigEndian.Uint64(rest[8:]), 16
		}
		if n < head || n > uint64(len(rest)) || len(a.boxes) == maxBoxes {
			if a.kind == "udta" && n == 0 { // QuickTime terminates this list with a zero
				break
			}
			return notWritable("its index is damaged")
		}
		child := &atom{kind: string(rest[4:8]), body: rest[head:n]}
		if opened[child.kind] {
			if err := child.read(depth - 1); err != nil {
				return err
			}
		}
		a.boxes = append(a.boxes, child)
		rest = rest[n:]
	}
	if len(rest) > 0 && !allZero(rest) {
		return notWritable("its index is damaged")
	}
	return nil
}

// encode appends the box to b.
func (a *atom) encode(b []byte) []byte {
	at := len(b)
	b = append(append(b, 0, 0, 0, 0), a.kind...)
	b = append(b, a.body...)
	for _, child := range a.boxes {
		b = child.encode(b)
	}
	binary.BigEndian.PutUint32(b[at:], uint32(len(b)-at))
	return b
}

func (a *atom) child(kind string) *atom {
	for _, c := range a.boxes {
		if c.kind == kind {
			return c
		}
	}
	return nil
}

// shift adds by to the offsets of all audio after behind.
func (a *atom) shift(by, behind int64) error {
	switch a.kind {
	case "stco":
		return a.shiftEntries(by, behind, 4)
	case "co64":
		return a.shiftEntries(by, behind, 8)
	case "mvex":
		return notWritable("it is in fragments")
	}
	for _, c := range a.boxes {
		if err := c.shift(by, behind); err != nil {
			return err
		}
	}
	return nil
}

func (a *atom) shiftEntries(by, behind int64, size int) error {
	be := binary.BigEndian
	if len(a.body) < 8 {
		return nil
	}
	a.body = bytes.Clone(a.body)
	entries := a.body[8:]
	for range min(int(be.Uint32(a.body[4:])), len(entries)/size) {
		if size == 8 {
			if v := be.Uint64(entries); v >= uint64(behind) {
				be.PutUint64(entries, v+uint64(by))
			}
		} else if v := int64(be.Uint32(entries)); v >= behind {
			if v+by > math.MaxUint32 || v+by < 0 {
				return notWritable("it would be larger than its index can say")
			}
			be.PutUint32(entries, uint32(v+by))
		}
		entries = entries[size:]
	}
	return nil
}

// changeMoov changes every list of tags and adds the new values to the one in
// moov/udta/meta, which it creates if necessary.
func changeMoov(moov *atom, c *Change) error {
	var metas []*atom
	if udta := moov.child("udta"); udta != nil {
		metas = append(metas, udta.all("meta")...)
	}
	metas = append(metas, moov.all("meta")...)
	done := false
	for _, m := range metas {
		changed, err := changeMeta(m, c, !done)
		if err != nil {
			return err
		}
		done = done || changed
	}
	items := newItems(c)
	if done || len(items) == 0 {
		return nil
	}
	udta := moov.child("udta")
	if udta == nil {
		udta = &atom{kind: "udta", open: true}
		moov.boxes = append(moov.boxes, udta)
	}
	handler := &atom{kind: "hdlr", body: []byte("\x00\x00\x00\x00\x00\x00\x00\x00mdirappl\x00\x00\x00\x00\x00\x00\x00\x00\x00")}
	udta.boxes = append(udta.boxes, &atom{
		kind: "meta", body: make([]byte, 4), open: true,
		boxes: []*atom{handler, {kind: "ilst", boxes: items, open: true}},
	})
	return nil
}

func (a *atom) all(kind string) []*atom {
	var out []*atom
	for _, c := range a.boxes {
		if c.kind == kind {
			out = append(out, c)
		}
	}
	return out
}

// changeMeta changes the list of tags in a meta box. done is false if the box
// has none in iTunes format; it then stays unchanged.
func changeMeta(meta *atom, c *Change, adds bool) (done bool, err error) {
	inner := &atom{kind: "meta", body: meta.body}
	var version []byte
	if len(meta.body) >= 8 && string(meta.body[4:8]) != "hdlr" {
		version, inner.body = meta.body[:4], meta.body[4:]
	}
	odd := len(inner.body) < 8 || inner.read(maxDepth) != nil // the readers skip it as well
	if odd || inner.child("keys") != nil {                    // QuickTime's own list format
		return false, nil
	}
	for _, list := range inner.all("ilst") {
		if err := list.read(maxDepth); err != nil {
			return false, err
		}
		kept := list.boxes[:0:0]
		for _, item := range list.boxes {
			if keep, err := keepItem(item, c, adds && !done); err != nil {
				return false, err
			} else if keep {
				kept = append(kept, item)
			}
		}
		if adds && !done {
			kept = append(newItems(c), kept...)
			kept = joinCovers(kept)
		}
		list.boxes, done = kept, true
	}
	if !done {
		return false, nil
	}
	meta.body, meta.boxes, meta.open = version, inner.boxes, true
	return true, nil
}

// keepItem reports whether an item of the list stays. Only the first picture is
// the cover, which a new one replaces.
func keepItem(item *atom, c *Change, replaced bool) (bool, error) {
	switch item.kind {
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
		return keepCovers(item, c, replaced)
	case "----":
		if err := item.read(maxDepth); err != nil {
			return false, err
		}
		name := item.child("name")
		return name == nil || len(name.body) < 4 || !c.changes(canonical(string(name.body[4:]))), nil
	}
	name, known := ilstNames[item.kind]
	return !known || !c.changes(name), nil
}

func keepCovers(item *atom, c *Change, replaced bool) (bool, error) {
	if c.Cover == nil {
		return true, nil
	}
	if len(c.Cover.Data) == 0 {
		return false, nil
	}
	if err := item.read(maxDepth); err != nil {
		return false, err
	}
	if replaced && len(item.boxes) > 0 {
		item.boxes = item.boxes[1:]
	}
	return len(item.boxes) > 0, nil
}

// joinCovers merges the new cover and the remaining ones into one item.
func joinCovers(items []*atom) []*atom {
	var first *atom
	kept := items[:0:0]
	for _, item := range items {
		if item.kind == "covr" && first != nil && first.open && item.open {
			first.boxes = append(first.boxes, item.boxes...)
			continue
		}
		if item.kind == "covr" {
			first = item
		}
		kept = append(kept, item)
	}
	return kept
}
