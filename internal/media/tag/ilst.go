package tag

import (
	"encoding/binary"
	"strconv"

	"sonora/internal/codec/mp4"
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

// maxItem is the longest text that is read, in bytes.
const maxItem = 1 << 20

// ilst reads the tags of an MP4 file into a file.
type ilst struct {
	*file
	source  *source
	gapless *mp4.Gapless // iTunes' note; nil without one
}

// meta finds the list of tags (ilst) in a meta box, which starts with a version
// in MP4 but not in QuickTime.
func (l *ilst) meta(meta mp4.Box) error {
	b, err := l.source.peek(meta.Start, int(min(8, meta.Size())))
	if err != nil || len(b) < 8 {
		return err
	}
	if string(b[4:8]) != "hdlr" {
		meta.Start += 4
	}
	s := windowed{l.source}
	return meta.Children(s, func(list mp4.Box) error {
		if list.Kind != "ilst" {
			return nil
		}
		return list.Children(s, l.item)
	})
}

// item reads one tag. Its values are data boxes; a free-form tag contains its
// own name.
func (l *ilst) item(item mp4.Box) error {
	name := item.Kind
	return item.Children(windowed{l.source}, func(b mp4.Box) error {
		switch b.Kind {
		case "name":
			text, err := l.content(b, 4)
			name = string(text)
			return err
		case "data":
			if item.Kind == "covr" {
				l.cover(b)
				return nil
			}
			value, err := l.content(b, 0)
			if err != nil || len(value) < 8 {
				return err
			}
			l.value(item.Kind, name, binary.BigEndian.Uint32(value)&0xffffff, value[8:])
		}
		return nil
	})
}

// cover offers the picture in a box. MP4 has no picture types: the first one is
// the front cover.
func (l *ilst) cover(b mp4.Box) {
	l.picture.Offer(picture.Ref{Kind: picture.FrontCover, From: l.source, Off: b.Start + 8, Size: b.Size() - 8})
}

// content returns the content of a box after skip bytes, or nil if it is longer
// than a text.
func (l *ilst) content(b mp4.Box, skip int64) ([]byte, error) {
	n := b.Size() - skip
	if n <= 0 || n > maxItem {
		return nil, nil
	}
	return l.source.peek(b.Start+skip, int(n))
}

func (l *ilst) value(kind, name string, format uint32, value []byte) {
	f := l.file
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
			if note, ok := mp4.ParseGapless(string(value)); ok {
				l.gapless = &note
			}
			return
		}
		f.extra.add(name, value)
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
