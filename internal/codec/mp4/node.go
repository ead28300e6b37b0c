package mp4

import (
	"bytes"
	"encoding/binary"
	"math"
)

// Node is a box in memory. It is open if its children were read.
type Node struct {
	Kind   string
	Body   []byte // the content; for an open box, the bytes before its children
	Boxes  []*Node
	IsOpen bool
}

// indexBoxes lists the boxes that ReadIndex opens: those that lead to the tags
// and to the offsets of the chunks.
var indexBoxes = map[string]bool{"udta": true, "trak": true, "mdia": true, "minf": true, "stbl": true}

// ReadIndex reads the content of moov as a tree of boxes.
func ReadIndex(content []byte) (*Node, error) {
	moov := &Node{Kind: "moov", Body: content}
	return moov, moov.open(MaxDepth, indexBoxes)
}

// Open reads the children of a box from its content.
func (n *Node) Open() error { return n.open(MaxDepth, nil) }

// open reads the children, and down to depth levels the children of boxes of
// the given kinds. It rejects a box that Append would not write back unchanged.
func (n *Node) open(depth int, kinds map[string]bool) error {
	if depth == 0 {
		return ErrDepth
	}
	rest := n.Body
	n.Body, n.IsOpen = nil, true
	for len(rest) >= 8 {
		size := uint64(binary.BigEndian.Uint32(rest))
		head := uint64(8)
		if size == 1 && len(rest) >= 16 {
			size, head = binary.BigEndian.Uint64(rest[8:]), 16
		}
		if n.Kind == "udta" && size == 0 { // QuickTime ends the list with four zero bytes
			break
		}
		if size < head || size > uint64(len(rest)) || len(n.Boxes) == MaxBoxes {
			return ErrDamaged
		}
		child := &Node{Kind: string(rest[4:8]), Body: rest[head:size]}
		if kinds[child.Kind] {
			if err := child.open(depth-1, kinds); err != nil {
				return err
			}
		}
		n.Boxes = append(n.Boxes, child)
		rest = rest[size:]
	}
	if len(bytes.Trim(rest, "\x00")) > 0 {
		return ErrDamaged
	}
	return nil
}

// Append appends the encoded box to b.
func (n *Node) Append(b []byte) []byte {
	at := len(b)
	b = append(append(b, 0, 0, 0, 0), n.Kind...)
	b = append(b, n.Body...)
	for _, child := range n.Boxes {
		b = child.Append(b)
	}
	binary.BigEndian.PutUint32(b[at:], uint32(len(b)-at))
	return b
}

// Child returns the first child of a kind; nil if there is none.
func (n *Node) Child(kind string) *Node {
	for _, c := range n.Boxes {
		if c.Kind == kind {
			return c
		}
	}
	return nil
}

// All returns the children of a kind.
func (n *Node) All(kind string) []*Node {
	var out []*Node
	for _, c := range n.Boxes {
		if c.Kind == kind {
			out = append(out, c)
		}
	}
	return out
}

// Shift adds by to the offsets of all chunks at or after from, for a file in
// which those chunks move.
func (n *Node) Shift(by, from int64) error {
	switch n.Kind {
	case "stco":
		return n.shiftEntries(by, from, 4)
	case "co64":
		return n.shiftEntries(by, from, 8)
	case "mvex":
		return ErrFragmented
	}
	for _, c := range n.Boxes {
		if err := c.Shift(by, from); err != nil {
			return err
		}
	}
	return nil
}

func (n *Node) shiftEntries(by, from int64, size int) error {
	be := binary.BigEndian
	if len(n.Body) < 8 {
		return nil
	}
	n.Body = bytes.Clone(n.Body)
	entries := n.Body[8:]
	for range min(int(be.Uint32(n.Body[4:])), len(entries)/size) {
		if size == 8 {
			if v := be.Uint64(entries); v >= uint64(from) {
				be.PutUint64(entries, v+uint64(by))
			}
		} else if v := int64(be.Uint32(entries)); v >= from {
			if v+by > math.MaxUint32 || v+by < 0 {
				return ErrOffset
			}
			be.PutUint32(entries, uint32(v+by))
		}
		entries = entries[size:]
	}
	return nil
}
