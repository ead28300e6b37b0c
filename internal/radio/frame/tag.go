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
	tagMagic = 8 // bytes that tell every kind of tag

	maxTag     = 32 << 20
	maxReadTag = 64 << 10 // bytes in which a title is looked for; it precedes pictures
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

// tag returns the length of the tag that begins here and its title. The length
// is 0 if there is no tag.
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

// id3v1 returns the length of an ID3v1 tag; 0 if it is not one. It is the end of
// a file, so another file or nothing must follow. Its title would be the
// previous track's.
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

// apeTag returns the length of an APE tag with a header, or of a footer.
func apeTag(b []byte) int {
	mark, ok := ape.ParseMark(b)
	switch {
	case !ok || mark.Header && mark.Size > maxTag:
		return 0
	case mark.Header:
		return ape.MarkSize + int(mark.Size)
	}
	return ape.MarkSize
}

// lyrics returns the length of a Lyrics3 tag, which ends with a certain word; 0
// if that is missing.
func lyrics(in *input) int {
	b := in.peek(5100 + 20) // the maximum in version 1; few of version 2 are longer
	for _, end := range []string{"LYRICS200", "LYRICSEND"} {
		if at := bytes.Index(b, []byte(end)); at > 0 {
			return at + len(end)
		}
	}
	return 0
}

// id3v2 returns the length of an ID3v2 tag and its title.
func id3v2(in *input) (size int, title *station.StreamTitle) {
	h, ok := id3.ParseHeader(in.peek(id3.HeaderSize))
	if !ok || h.Total() > maxTag {
		return 0, nil
	}
	size = int(h.Total())
	return size, id3Title(bytes.Clone(in.peek(min(size, maxReadTag))))
}
