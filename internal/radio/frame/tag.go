package frame

import (
	"bytes"

	"sonora/internal/codec/adts"
	"sonora/internal/codec/ape"
	"sonora/internal/codec/id3"
	"sonora/internal/codec/mpeg"
	"sonora/internal/station"
)

const (
	tagMagic = 8 // bytes with which every kind of tag can be told

	mostTag     = 32 << 20 // no tag is larger
	mostReadTag = 64 << 10 // titles stand before the pictures
)

// isTag reports whether a tag begins here.
func isTag(b []byte) bool {
	for _, magic := range []string{id3.Magic, id3.V1Magic, ape.Magic, "LYRICSBE"} {
		if bytes.HasPrefix(b, []byte(magic)) {
			return true
		}
	}
	return false
}

// tag returns the length of the tag that begins here, and the title in it; 0
// when none does.
func tag(in *input) (size int, title *station.StreamTitle) {
	b := in.peek(ape.MarkSize)
	switch {
	case bytes.HasPrefix(b, []byte(id3.Magic)):
		return id3v2(in)
	case bytes.HasPrefix(b, []byte(ape.Magic)):
		return apeTag(b), nil
	case bytes.HasPrefix(b, []byte(id3.V1Magic)):
		return id3v1(in), nil
	case bytes.HasPrefix(b, []byte("LYRICSBEGIN")):
		return lyrics(in), nil
	}
	return 0, nil
}

// id3v1 stands at the end of a file: what follows it is another file, or
// nothing. Its title is that of the track that ended.
func id3v1(in *input) int {
	b := in.peek(id3.V1Size + tagMagic)
	if len(b) < id3.V1Size {
		return len(b)
	}
	after := b[id3.V1Size:]
	_, isMP3 := mpeg.Parse(after)
	_, isAAC := adts.Parse(after)
	if len(after) == 0 || isMP3 || isAAC || isTag(after) {
		return id3.V1Size
	}
	return 0
}

// apeTag is the length of an APE tag with its header, or of a footer that was
// left alone.
func apeTag(b []byte) int {
	mark, ok := ape.ParseMark(b)
	switch {
	case !ok || mark.Header && mark.Size > mostTag:
		return 0
	case mark.Header:
		return ape.MarkSize + int(mark.Size)
	}
	return ape.MarkSize
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

// id3v2 is a tag of ID3v2.
func id3v2(in *input) (size int, title *station.StreamTitle) {
	h, ok := id3.ParseHeader(in.peek(id3.HeaderSize))
	if !ok || h.Total() > mostTag {
		return 0, nil
	}
	size = int(h.Total())
	return size, id3Title(bytes.Clone(in.peek(min(size, mostReadTag))))
}
