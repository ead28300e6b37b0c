package frame

import (
	"bytes"
	"encoding/binary"

	"sonora/internal/station"
)

const (
	tagMagic = 8 // bytes with which every kind of tag can be told

	id3HeaderSize = 10
	id3v1Size     = 128
	apeHeaderSize = 32
	mostTag       = 32 << 20 // no tag is larger
	mostReadTag   = 64 << 10 // titles stand before the pictures
)

// isTag reports whether a tag begins here.
func isTag(b []byte) bool {
	for _, magic := range []string{"ID3", "TAG", "APETAGEX", "LYRICSBE"} {
		if bytes.HasPrefix(b, []byte(magic)) {
			return true
		}
	}
	return false
}

// tag returns the length of the tag that begins here, and the title in it; 0
// when none does.
func tag(in *input) (size int, title *station.StreamTitle) {
	b := in.peek(apeHeaderSize)
	switch {
	case bytes.HasPrefix(b, []byte("ID3")):
		return id3(in)
	case bytes.HasPrefix(b, []byte("APETAGEX")) && len(b) == apeHeaderSize:
		return ape(b), nil
	case bytes.HasPrefix(b, []byte("TAG")):
		return id3v1(in), nil
	case bytes.HasPrefix(b, []byte("LYRICSBEGIN")):
		return lyrics(in), nil
	}
	return 0, nil
}

// id3v1 stands at the end of a file: what follows it is another file, or
// nothing. Its title is that of the track that ended.
func id3v1(in *input) int {
	b := in.peek(id3v1Size + tagMagic)
	if len(b) < id3v1Size {
		return len(b)
	}
	after := b[id3v1Size:]
	_, isMP3 := parseMP3(after)
	_, isAAC := parseADTS(after)
	if len(after) == 0 || isMP3 || isAAC || isTag(after) {
		return id3v1Size
	}
	return 0
}

// ape is an APE tag with its header, or a footer that was left alone.
func ape(b []byte) int {
	const isHeader = 1 << 29
	size, flags := binary.LittleEndian.Uint32(b[12:]), binary.LittleEndian.Uint32(b[20:])
	if flags&isHeader == 0 {
		return apeHeaderSize
	}
	if size > mostTag {
		return 0
	}
	return apeHeaderSize + int(size)
}

// lyrics of Lyrics3 end with a word.
func lyrics(in *input) int {
	b := in.peek(5100 + 20) // its largest first version; the second is seldom larger
	for _, end := range []string{"LYRICS200", "LYRICSEND"} {
		if at := bytes.Index(b, []byte(end)); at > 0 {
			return at + len(end)
		}
	}
	return 0
}

// id3 is a tag of ID3v2.
func id3(in *input) (size int, title *station.StreamTitle) {
	head, ok := in.has(id3HeaderSize)
	if !ok || head[3] < 2 || head[3] > 4 || head[4] == 0xff {
		return 0, nil
	}
	n, ok := synchsafe(head[6:10])
	if !ok || n > mostTag {
		return 0, nil
	}
	version, flags := int(head[3]), head[5]
	size = id3HeaderSize + n
	if version == 4 && flags&0x10 != 0 {
		size += id3HeaderSize // its footer
	}
	body := in.peek(min(size, mostReadTag))
	if len(body) < id3HeaderSize {
		return size, nil
	}
	return size, id3Title(body[id3HeaderSize:], version, flags)
}

func synchsafe(b []byte) (int, bool) {
	n := 0
	for _, c := range b {
		if c > 0x7f {
			return 0, false
		}
		n = n<<7 | int(c)
	}
	return n, true
}
