// Package answer writes the answers of the Subsonic API. One description of an
// answer becomes JSON, JSONP or XML: properties are attributes in XML, objects and
// the items of lists are elements.
package answer

import (
	"bytes"
	"strconv"
	"time"
	"unicode/utf8"
)

// Format is how an answer is written.
type Format int

// The formats of the protocol.
const (
	XML Format = iota // the default of the protocol
	JSON
	JSONP
)

// Writer writes one answer. In XML, the properties of an object have to be written
// before the objects and lists in it.
type Writer struct {
	format  Format
	b       []byte
	unended bool // the start tag of the last element of XML has no > yet
}

// New returns a writer that appends to b.
func New(format Format, b []byte) *Writer { return &Writer{format: format, b: b} }

// Bytes returns what was written.
func (w *Writer) Bytes() []byte { return w.b }

// Raw appends text outside of the document: what comes before and after it.
func (w *Writer) Raw(text string) { w.b = append(w.b, text...) }

// Begin continues the start tag of an element of XML that Raw began.
func (w *Writer) Begin() { w.unended = true }

// End ends that element.
func (w *Writer) End(name string) { w.end(name) }

// Object writes an object with what write puts into it.
func (w *Writer) Object(name string, write func()) {
	w.begin(name)
	write()
	w.end(name)
}

// List writes a list. In JSON, an empty list is there, too.
func List[T any](w *Writer, name string, items []T, write func(w *Writer, item *T)) {
	if w.format != XML {
		w.name(name)
		w.b = append(w.b, '[')
	}
	for i := range items {
		w.begin("")
		if w.format == XML {
			w.tag(name)
		}
		write(w, &items[i])
		w.end(name)
	}
	if w.format != XML {
		w.b = append(w.b, ']')
	}
}

// ListIf writes a list unless it is empty: some apps read pages until there is no list.
func ListIf[T any](w *Writer, name string, items []T, write func(w *Writer, item *T)) {
	if len(items) > 0 {
		List(w, name, items, write)
	}
}

// Texts writes a list of texts.
func (w *Writer) Texts(name string, values []string) {
	w.values(name, len(values), func(i int) { w.quote(values[i]) })
}

// Ints writes a list of numbers.
func (w *Writer) Ints(name string, values []int) {
	w.values(name, len(values), func(i int) { w.b = strconv.AppendInt(w.b, int64(values[i]), 10) })
}

// values writes a list of values, in XML each as the text of an element.
func (w *Writer) values(name string, n int, write func(i int)) {
	if w.format != XML {
		w.name(name)
		w.b = append(w.b, '[')
	}
	for i := range n {
		switch {
		case w.format == XML:
			w.endTag()
			w.b = append(append(append(w.b, '<'), name...), '>')
		case i > 0:
			w.b = append(w.b, ',')
		}
		write(i)
		if w.format == XML {
			w.b = append(append(append(w.b, "</"...), name...), '>')
		}
	}
	if w.format != XML {
		w.b = append(w.b, ']')
	}
}

// Content writes the text of an element, which in JSON is a property. It comes last.
func (w *Writer) Content(name, text string) {
	if w.format == XML {
		w.endTag()
	} else {
		w.name(name)
	}
	w.quote(text)
}

// Text writes a text.
func (w *Writer) Text(name, text string) {
	w.name(name)
	w.quote(text)
	w.endValue()
}

// TextIf writes a text unless it is empty.
func (w *Writer) TextIf(name, text string) {
	if text != "" {
		w.Text(name, text)
	}
}

// Ref writes an ID of a kind; nothing for an empty ID.
func (w *Writer) Ref(name, kind, id string) {
	if id == "" {
		return
	}
	w.name(name)
	if w.format == XML {
		w.b = append(w.b, kind...)
		w.quote(id)
	} else {
		w.b = append(append(w.b, '"'), kind...)
		w.escape(id)
		w.b = append(w.b, '"')
	}
	w.endValue()
}

// Int writes a number.
func (w *Writer) Int(name string, n int64) {
	w.name(name)
	w.b = strconv.AppendInt(w.b, n, 10)
	w.endValue()
}

// IntIf writes a number unless it is 0.
func (w *Writer) IntIf(name string, n int64) {
	if n != 0 {
		w.Int(name, n)
	}
}

// Float writes a finite number.
func (w *Writer) Float(name string, n float64) {
	w.name(name)
	w.b = strconv.AppendFloat(w.b, n, 'f', -1, 64)
	w.endValue()
}

// Bool writes a truth value.
func (w *Writer) Bool(name string, is bool) {
	w.name(name)
	w.b = strconv.AppendBool(w.b, is)
	w.endValue()
}

// Time writes a moment, or nothing for the zero time.
func (w *Writer) Time(name string, at time.Time) {
	if at.IsZero() {
		return
	}
	w.name(name)
	if w.format != XML {
		w.b = append(w.b, '"')
	}
	w.moment(at.UTC())
	if w.format != XML {
		w.b = append(w.b, '"')
	}
	w.endValue()
}

// moment appends a time to the millisecond. The time package is fastest with its own
// layout, which has none.
func (w *Writer) moment(at time.Time) {
	w.b = bytes.TrimSuffix(at.AppendFormat(w.b, time.RFC3339), []byte("Z"))
	ms := at.Nanosecond() / int(time.Millisecond)
	w.b = append(w.b, '.', byte('0'+ms/100), byte('0'+ms/10%10), byte('0'+ms%10), 'Z')
}

// begin begins an object; name is "" for an item of a list.
func (w *Writer) begin(name string) {
	switch {
	case w.format == XML && name != "":
		w.tag(name)
	case w.format == XML:
	case name != "":
		w.name(name)
		w.b = append(w.b, '{')
	default:
		w.comma()
		w.b = append(w.b, '{')
	}
}

func (w *Writer) end(name string) {
	switch {
	case w.format != XML:
		w.b = append(w.b, '}')
	case w.unended:
		w.b = append(w.b, "/>"...)
		w.unended = false
	default:
		w.b = append(append(append(w.b, "</"...), name...), '>')
	}
}

// tag begins an element of XML.
func (w *Writer) tag(name string) {
	w.endTag()
	w.b = append(append(w.b, '<'), name...)
	w.unended = true
}

// endTag ends the start tag of the element that contains what follows.
func (w *Writer) endTag() {
	if w.unended {
		w.b = append(w.b, '>')
		w.unended = false
	}
}

// name begins a property.
func (w *Writer) name(name string) {
	if w.format == XML {
		w.b = append(append(append(w.b, ' '), name...), `="`...)
		return
	}
	w.comma()
	w.b = append(append(append(w.b, '"'), name...), `":`...)
}

// endValue ends a property that name began.
func (w *Writer) endValue() {
	if w.format == XML {
		w.b = append(w.b, '"')
	}
}

// comma separates what follows from what is before it in the same object or list.
func (w *Writer) comma() {
	if n := len(w.b); n > 0 && w.b[n-1] != '{' && w.b[n-1] != '[' {
		w.b = append(w.b, ',')
	}
}

func (w *Writer) quote(text string) {
	if w.format == XML {
		w.escapeXML(text)
		return
	}
	w.b = append(w.b, '"')
	w.escape(text)
	w.b = append(w.b, '"')
}

// escape appends the content of a string of JSON. It escapes <, > and &, and the
// line ends of JavaScript, so that JSONP is safe as well.
func (w *Writer) escape(text string) {
	from := 0
	for i := 0; i < len(text); {
		c := text[i]
		if c < utf8.RuneSelf {
			if c >= ' ' && c != '"' && c != '\\' && c != '<' && c != '>' && c != '&' {
				i++
				continue
			}
			w.b = append(w.b, text[from:i]...)
			w.escapeByte(c)
			i++
			from = i
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		if r == utf8.RuneError && size == 1 || r == '\u2028' || r == '\u2029' {
			w.b = append(w.b, text[from:i]...)
			w.b = append(w.b, `\u`...)
			w.hex(uint16(r))
			from = i + size
		}
		i += size
	}
	w.b = append(w.b, text[from:]...)
}

func (w *Writer) escapeByte(c byte) {
	switch c {
	case '"', '\\':
		w.b = append(w.b, '\\', c)
	case '\n':
		w.b = append(w.b, `\n`...)
	case '\r':
		w.b = append(w.b, `\r`...)
	case '\t':
		w.b = append(w.b, `\t`...)
	default:
		w.b = append(w.b, `\u`...)
		w.hex(uint16(c))
	}
}

func (w *Writer) hex(v uint16) {
	const digits = "0123456789abcdef"
	w.b = append(w.b, digits[v>>12], digits[v>>8&15], digits[v>>4&15], digits[v&15])
}

// escapeXML appends text for an attribute or an element of XML 1.0, which cannot
// contain most control characters.
func (w *Writer) escapeXML(text string) {
	for i := 0; i < len(text); {
		c := text[i]
		if c < utf8.RuneSelf {
			i++
			w.escapeXMLByte(c)
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		if r == '\ufffe' || r == '\uffff' {
			r = utf8.RuneError
		}
		w.b = utf8.AppendRune(w.b, r)
		i += size
	}
}

func (w *Writer) escapeXMLByte(c byte) {
	switch {
	case c == '&':
		w.b = append(w.b, "&amp;"...)
	case c == '<':
		w.b = append(w.b, "&lt;"...)
	case c == '>':
		w.b = append(w.b, "&gt;"...)
	case c == '"':
		w.b = append(w.b, "&quot;"...)
	case c == '\n' || c == '\r' || c == '\t':
		w.b = append(append(append(w.b, "&#"...), strconv.Itoa(int(c))...), ';')
	case c < ' ':
		w.b = utf8.AppendRune(w.b, utf8.RuneError)
	default:
		w.b = append(w.b, c)
	}
}
