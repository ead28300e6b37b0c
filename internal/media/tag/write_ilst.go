package tag

import (
	"cmp"
	"encoding/binary"
	"math"
	"strconv"

	"sonora/internal/codec/mp4"
	"sonora/internal/media/picture"
)

// Types of values in MP4 tags.
const (
	ilstBinary = 0
	ilstUTF8   = 1
	ilstJPEG   = 13
	ilstPNG    = 14
	ilstNumber = 21
)

// itemOf maps text fields to items.
var itemOf = func() map[string]string {
	out := map[string]string{}
	for kind, name := range ilstNames {
		out[name] = kind
	}
	return out
}()

// newItems returns the items for the changed fields that have values, and for a
// new cover.
func newItems(c *Change) []*mp4.Node {
	var items []*mp4.Node
	for _, name := range c.names() {
		values := c.Fields[name]
		if len(values) == 0 {
			continue
		}
		switch kind := itemOf[name]; {
		case name == "TRACKNUMBER":
			items = append(items, numberItem(c, "trkn", name, 8))
		case name == "DISCNUMBER":
			items = append(items, numberItem(c, "disk", name, 6))
		case (name == "TRACKTOTAL" || name == "DISCTOTAL") && len(c.Fields[numberOf(name)]) > 0:
		case name == "TRACKTOTAL":
			items = append(items, numberItem(c, "trkn", "TRACKNUMBER", 8))
		case name == "DISCTOTAL":
			items = append(items, numberItem(c, "disk", "DISCNUMBER", 6))
		case name == "COMPILATION" && isTrue(values[0]):
			items = append(items, item("cpil", data(ilstNumber, []byte{1})))
		case name == "BPM":
			items = append(items, tempoItems(values[0])...)
		case name == "YEAR" && len(c.Fields["DATE"]) == 0:
			items = append(items, item(itemOf["DATE"], texts(values)...))
		case kind != "":
			items = append(items, item(kind, texts(values)...))
		default:
			items = append(items, freeItem(name, values))
		}
	}
	if cover := c.newCover(); len(cover) > 0 {
		mime, _, _ := picture.Sniff(cover)
		kind := map[string]uint32{"image/jpeg": ilstJPEG, "image/png": ilstPNG}[mime]
		items = append(items, item("covr", data(kind, cover)))
	}
	return items
}

func item(kind string, values ...*mp4.Node) *mp4.Node {
	return &mp4.Node{Kind: kind, Boxes: values, IsOpen: true}
}

// data returns a data box with a type, no locale and a value.
func data(kind uint32, value []byte) *mp4.Node {
	head := binary.BigEndian.AppendUint32(nil, kind)
	return &mp4.Node{Kind: "data", Body: append(append(head, 0, 0, 0, 0), value...)}
}

func texts(values []string) []*mp4.Node {
	var out []*mp4.Node
	for _, v := range values {
		out = append(out, data(ilstUTF8, []byte(v)))
	}
	return out
}

// freeItem returns a free-form item, for a field without an item of its own.
func freeItem(name string, values []string) *mp4.Node {
	mean := &mp4.Node{Kind: "mean", Body: []byte("\x00\x00\x00\x00com.apple.iTunes")}
	title := &mp4.Node{Kind: "name", Body: append(make([]byte, 4), cmp.Or(freeNames[name], name)...)}
	return item("----", append([]*mp4.Node{mean, title}, texts(values)...)...)
}

// numberItem returns an item with a number and its total, or a free-form item
// if the values are not numbers.
func numberItem(c *Change, kind, name string, size int) *mp4.Node {
	n, total, ok := smallNumbers(c, name)
	if !ok {
		return freeItem(name, c.Fields[name])
	}
	value := make([]byte, size)
	binary.BigEndian.PutUint16(value[2:], uint16(n))
	binary.BigEndian.PutUint16(value[4:], uint16(total))
	return item(kind, data(ilstBinary, value))
}

// tempoItems returns the tempo as an integer for players, preceded by the exact
// one.
func tempoItems(text string) []*mp4.Node {
	v := parseFloat(text)
	whole := math.Round(v)
	if whole < 1 || whole > math.MaxUint16 {
		return []*mp4.Node{freeItem("BPM", []string{text})}
	}
	tempo := item("tmpo", data(ilstNumber, binary.BigEndian.AppendUint16(nil, uint16(whole))))
	if text == strconv.Itoa(int(whole)) {
		return []*mp4.Node{tempo}
	}
	return []*mp4.Node{freeItem("BPM", []string{text}), tempo}
}
