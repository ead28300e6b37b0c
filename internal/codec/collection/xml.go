package collection

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"slices"
)

// ErrFormat means that a file is not of the codec's format.
var ErrFormat = errors.New("not a collection of this format")

const (
	maxDepth = 64
	// maxToken is the most bytes of one token: an element with its attributes, or
	// a text. The decoder keeps a token in memory.
	maxToken = 1 << 20
)

// XML reads the elements of a document one by one, in bounded memory. It
// refuses document types, whose entities serve to blow up a small file.
type XML struct {
	decoder *xml.Decoder
	guard   *guard
	Path    []string // names of the open elements
	ended   bool     // the last of them has ended
}

// NewXML returns a reader of a document in UTF-8, UTF-16 or an encoding that it declares.
func NewXML(r io.Reader) *XML {
	g := &guard{r: FromUTF16(r)}
	x := &XML{decoder: xml.NewDecoder(g), guard: g}
	x.decoder.CharsetReader = declared
	return x
}

// Element is a start or end of an element.
type Element struct {
	Name  string
	IsEnd bool
	Depth int // of the element: 1 for the root
	attrs []xml.Attr
}

// Attr returns the value of an attribute, or "".
func (e *Element) Attr(name string) string {
	for i := range e.attrs {
		if e.attrs[i].Name.Local == name {
			return Text(e.attrs[i].Value)
		}
	}
	return ""
}

// Number returns the value of an attribute that is a number.
func (e *Element) Number(name string) (float64, bool) { return Number(e.Attr(name)) }

// Int returns the value of an attribute that is a whole number, or fallback.
func (e *Element) Int(name string, fallback int) int {
	n, ok := Number(e.Attr(name))
	if !ok || n != float64(int32(n)) {
		return fallback
	}
	return int(n)
}

// Each passes the start and end of every element on. Its error wraps ErrFormat if
// the document is damaged, or if its outermost element is not root.
func (x *XML) Each(root string, element func(*Element) error) error {
	for isFirst := true; ; isFirst = false {
		e, err := x.Next()
		if errors.Is(err, io.EOF) && !isFirst {
			return nil
		}
		if err != nil {
			return fmt.Errorf("%w (%w)", err, ErrFormat)
		}
		if isFirst && e.Name != root {
			return ErrFormat
		}
		if err := element(e); err != nil {
			return err
		}
	}
}

// Next returns the next start or end of an element, and io.EOF at the end of
// the document. Path includes the element, even at its end.
func (x *XML) Next() (*Element, error) {
	if x.ended {
		x.Path, x.ended = x.Path[:len(x.Path)-1], false
	}
	for {
		x.guard.left = maxToken
		token, err := x.decoder.RawToken()
		switch {
		case errors.Is(err, io.EOF) && len(x.Path) == 0:
			return nil, io.EOF
		case errors.Is(err, io.EOF):
			return nil, fmt.Errorf("%w: cut off", ErrFormat)
		case err != nil:
			return nil, fmt.Errorf("read XML: %w", err)
		}
		switch t := token.(type) {
		case xml.Directive:
			return nil, fmt.Errorf("%w: it has a document type", ErrFormat)
		case xml.StartElement:
			return x.open(t)
		case xml.EndElement:
			return x.end(t.Name.Local)
		}
	}
}

func (x *XML) open(t xml.StartElement) (*Element, error) {
	if len(x.Path) == maxDepth {
		return nil, fmt.Errorf("%w: too deep", ErrFormat)
	}
	x.Path = append(x.Path, t.Name.Local)
	return &Element{Name: t.Name.Local, Depth: len(x.Path), attrs: t.Attr}, nil
}

func (x *XML) end(name string) (*Element, error) {
	if len(x.Path) == 0 || x.Path[len(x.Path)-1] != name {
		return nil, fmt.Errorf("%w: </%.50s> ends nothing", ErrFormat, name)
	}
	x.ended = true
	return &Element{Name: name, IsEnd: true, Depth: len(x.Path)}, nil
}

// In reports whether the path of open elements begins like this.
func (x *XML) In(path ...string) bool {
	return len(x.Path) >= len(path) && slices.Equal(x.Path[:len(path)], path)
}

// Is reports whether the path of open elements is this one.
func (x *XML) Is(path ...string) bool { return slices.Equal(x.Path, path) }

// guard ends the reading in a token that is too long.
type guard struct {
	r    io.Reader
	left int
}

func (g *guard) Read(p []byte) (int, error) {
	if g.left <= 0 {
		return 0, fmt.Errorf("%w: an element is too long", ErrFormat)
	}
	n, err := g.r.Read(p)
	g.left -= n
	return n, err
}
