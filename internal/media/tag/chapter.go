package tag

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"sonora/internal/codec/id3"
	"sonora/internal/codec/mp4"
)

// MaxChapters is the maximum number of chapters to write: ID3 and MP4 count them
// with a byte.
const MaxChapters = 255

// Chapter is a named part of a file.
type Chapter struct {
	Start, End time.Duration
	Title      string
}

// isChapterComment reports whether a Vorbis comment describes a chapter, such as
// CHAPTER001 or CHAPTER001NAME (https://wiki.xiph.org/Chapter_Extension).
func isChapterComment(name string) bool {
	rest, ok := strings.CutPrefix(strings.ToUpper(name), "CHAPTER")
	return ok && len(rest) >= 3 && strings.Trim(rest[:3], "0123456789") == ""
}

// chapterComments returns the chapters as Vorbis comments.
func chapterComments(list []Chapter) (comments [][]byte) {
	for i, c := range list {
		at := c.Start.Milliseconds()
		clock := fmt.Sprintf("%02d:%02d:%02d.%03d", at/3_600_000, at/60_000%60, at/1000%60, at%1000)
		comments = append(comments, fmt.Appendf(nil, "CHAPTER%03d=%s", i+1, clock), fmt.Appendf(nil, "CHAPTER%03dNAME=%s", i+1, c.Title))
	}
	return comments
}

// chapterFrames returns the chapters as ID3 frames, which their table of contents
// lists in order.
func chapterFrames(list []Chapter) (frames []id3Frame) {
	const orderedTop = 3 // flags of a table of contents
	contents := []byte{'t', 'o', 'c', 0, orderedTop, byte(len(list))}
	for i, c := range list {
		element := fmt.Sprintf("chp%d", i)
		contents = append(append(contents, element...), 0)
		chapter := id3.Chapter{Start: milliseconds(c.Start), End: milliseconds(c.End), Title: c.Title}
		frames = append(frames, id3Frame{id: "CHAP", body: chapter.Append(nil, element)})
	}
	if len(list) > 0 {
		frames = append(frames, id3Frame{id: "CTOC", body: contents})
	}
	return frames
}

func milliseconds(d time.Duration) uint32 { return uint32(max(d, 0).Milliseconds()) }

// changeChapters replaces the chapters of an index by a chpl box, as Nero and most
// players beside Apple's know it.
func changeChapters(moov *mp4.Node, list []Chapter) {
	const unit = 100 * time.Nanosecond
	udta := moov.Child("udta")
	if udta == nil {
		udta = &mp4.Node{Kind: "udta", IsOpen: true}
		moov.Boxes = append(moov.Boxes, udta)
	}
	udta.Boxes = slices.DeleteFunc(udta.Boxes, func(b *mp4.Node) bool { return b.Kind == "chpl" })
	if len(list) == 0 {
		return
	}
	body := []byte{1, 0, 0, 0, 0, 0, 0, 0, byte(len(list))} // version, flags, reserved, count
	for _, c := range list {
		title := shortened(c.Title, 255)
		body = binary.BigEndian.AppendUint64(body, uint64(max(c.Start, 0)/unit))
		body = append(append(body, byte(len(title))), title...)
	}
	udta.Boxes = append(udta.Boxes, &mp4.Node{Kind: "chpl", Body: body})
}

// shortened returns at most n bytes of a text, and whole characters.
func shortened(text string, n int) string {
	if len(text) <= n {
		return text
	}
	for n > 0 && !utf8.RuneStart(text[n]) {
		n--
	}
	return text[:n]
}

// Rewritten is an audio file with changed tags that is put together while it is
// read. Nothing of it is stored.
type Rewritten struct {
	Size int64

	src    io.ReaderAt
	pieces []piece
	at     int64
}

// Rewrite is Write for a reader that seeks. src must stay open while it is read.
// Rewrite returns ErrNotWritable also for the rare Ogg file whose pages have to be
// numbered again.
func Rewrite(src io.ReaderAt, size int64, c Change) (*Rewritten, error) {
	s, err := newSource(src, size)
	if err != nil {
		return nil, asFileError(err)
	}
	defer s.Close()
	c.inPlace = true
	pieces, err := rewrite(s, &c)
	if err != nil {
		return nil, err
	}
	r := &Rewritten{src: src, pieces: pieces}
	for _, p := range pieces {
		if p.write != nil {
			return nil, notWritable("it has to be copied")
		}
		r.Size += p.size()
	}
	return r, nil
}

// Seek implements io.Seeker.
func (r *Rewritten) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += r.at
	case io.SeekEnd:
		offset += r.Size
	}
	if offset < 0 {
		return r.at, errors.New("seek before the beginning")
	}
	r.at = offset
	return offset, nil
}

// Read implements io.Reader.
func (r *Rewritten) Read(b []byte) (int, error) {
	begin := int64(0)
	for _, p := range r.pieces {
		size := p.size()
		skip := r.at - begin
		if begin += size; skip >= size {
			continue
		}
		var n int
		var err error
		if p.b != nil {
			n = copy(b, p.b[skip:])
		} else {
			n, err = r.src.ReadAt(b[:min(int64(len(b)), size-skip)], p.off+skip)
		}
		r.at += int64(n)
		if n > 0 {
			err = nil // the next Read returns it
		} else if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF // the file is shorter than it was
		}
		return n, err
	}
	return 0, io.EOF
}
