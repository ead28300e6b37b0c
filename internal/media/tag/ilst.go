package tag

import (
	"encoding/binary"
	"strconv"

	"sonora/internal/codec/text"
	"sonora/internal/media/picture"
)

// ilstNames maps the text items of MP4 to Vorbis comment names.
var ilstNames = map[string]string{
	"\xa9nam": "TITLE", "\xa9ART": "ARTIST", "aART": "ALBUMARTIST", "\xa9alb": "ALBUM", "\xa9wrt": "COMPOSER",
	"\xa9day": "DATE", "\xa9gen": "GENRE", "\xa9cmt": "COMMENT", "\xa9lyr": "LYRICS",
	"sonm": "TITLESORT", "soar": "ARTISTSORT", "soal": "ALBUMSORT", "soaa": "ALBUMARTISTSORT", "soco": "COMPOSERSORT",
}

// ilstUTF16 is the type of a UTF-16 value. Other texts are UTF-8.
const ilstUTF16 = 2

// mp4Meta finds the list of tags (ilst) in a meta box, which starts with a
// version in MP4 but not in QuickTime.
func (f *file) mp4Meta(s *source, m *movie, meta box) error {
	b, err := s.peek(meta.start, int(min(8, meta.end-meta.start)))
	if err != nil || len(b) < 8 {
		return err
	}
	start := meta.start + 4
	if string(b[4:8]) == "hdlr" {
		start = meta.start
	}
	return eachBox(s, start, meta.end, func(ilst box) error {
		if ilst.kind != "ilst" || !ilst.inside(meta.end) {
			return nil
		}
		return eachBox(s, ilst.start, ilst.end, func(item box) error {
			if !item.inside(ilst.end) {
				return nil
			}
			return f.mp4Item(s, m, item)
		})
	})
}

// mp4Item reads one tag. Its values are data boxes; a free-form tag contains
// its own name.
func (f *file) mp4Item(s *source, m *movie, item box) error {
	name := item.kind
	return eachBox(s, item.start, item.end, func(b box) error {
		if !b.inside(item.end) {
			return nil
		}
		switch b.kind {
		case "name":
			text, err := peekBox(s, b, 4)
			name = string(text)
			return err
		case "data":
			if item.kind == "covr" {
				f.mp4Cover(s, b)
				return nil
			}
			value, err := peekBox(s, b, 0)
			if err != nil || len(value) < 8 {
				return err
			}
			f.mp4Value(m, item.kind, name, binary.BigEndian.Uint32(value)&0xffffff, value[8:])
		}
		return nil
	})
}

// mp4Cover offers the picture in a box. MP4 has no picture types: the first one
// is the front cover.
func (f *file) mp4Cover(s *source, b box) {
	f.picture.Offer(picture.Ref{Kind: picture.FrontCover, From: s, Off: b.start + 8, Size: b.end - b.start - 8})
}

// peekBox returns the content of a box after skip bytes, or nil if it is longer
// than a text.
func peekBox(s *source, b box, skip int64) ([]byte, error) {
	n := b.end - b.start - skip
	if n <= 0 || n > maxItem {
		return nil, nil
	}
	return s.peek(b.start+skip, int(n))
}

func (f *file) mp4Value(m *movie, kind, name string, format uint32, value []byte) {
	switch kind {
	case "trkn":
		f.mp4Number("TRACKNUMBER", "TRACKTOTAL", value)
	case "disk":
		f.mp4Number("DISCNUMBER", "DISCTOTAL", value)
	case "gnre":
		if n := mp4Int(value) - 1; n >= 0 && n < len(id3v1Genres) {
			f.fields.add("GENRE", id3v1Genres[n])
		}
	case "cpil":
		f.fields.add("COMPILATION", strconv.Itoa(mp4Int(value)))
	case "tmpo":
		if n := mp4Int(value); n > 0 {
			f.fields.add("BPM", strconv.Itoa(n))
		}
	case "----":
		if name == "iTunSMPB" {
			m.smpb = string(value)
			return
		}
		f.fields.add(canonical(name), text.Decode(value))
	default:
		field, ok := ilstNames[kind]
		switch {
		case !ok:
		case format == ilstUTF16:
			f.fields.add(field, text.UTF16(value, binary.BigEndian))
		default:
			f.fields.add(field, text.Decode(value))
		}
	}
}

// mp4Number reads a number and a total of two bytes each, after two unused
// bytes.
func (f *file) mp4Number(name, total string, b []byte) {
	for _, to := range []string{name, total} {
		if len(b) < 4 {
			return
		}
		if n := binary.BigEndian.Uint16(b[2:]); n > 0 {
			f.fields.add(to, strconv.Itoa(int(n)))
		}
		b = b[2:]
	}
}

// mp4Int reads a big-endian integer of any width.
func mp4Int(b []byte) int {
	if len(b) > 4 {
		return 0
	}
	n := 0
	for _, c := range b {
		n = n<<8 | int(c)
	}
	return n
}
