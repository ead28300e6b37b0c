package tag

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strconv"
	"strings"

	"sonora/internal/codec/ape"
	"sonora/internal/codec/id3"
	"sonora/internal/codec/text"
	"sonora/internal/media/picture"
)

const (
	maxUnsync  = 64 << 20 // bytes of a tag that must be decoded as a whole (unsynchronisation)
	maxAPEItem = 1000
)

// id3Frames maps the text frames of ID3v2.2 to 2.4 to Vorbis comment names.
var id3Frames = map[string]string{
	"TIT2": "TITLE", "TPE1": "ARTIST", "TPE2": "ALBUMARTIST", "TALB": "ALBUM", "TCOM": "COMPOSER",
	"TRCK": "TRACKNUMBER", "TPOS": "DISCNUMBER", "TSST": "DISCSUBTITLE", "TCMP": "COMPILATION",
	"TBPM": "BPM", "TSRC": "ISRC", "TDRC": "DATE", "TYER": "YEAR", "TDOR": "ORIGINALDATE", "TORY": "ORIGINALYEAR",
	"TSOT": "TITLESORT", "TSOP": "ARTISTSORT", "TSOA": "ALBUMSORT", "TSO2": "ALBUMARTISTSORT", "TSOC": "COMPOSERSORT",
	"TT2": "TITLE", "TP1": "ARTIST", "TP2": "ALBUMARTIST", "TAL": "ALBUM", "TCM": "COMPOSER",
	"TRK": "TRACKNUMBER", "TPA": "DISCNUMBER", "TCP": "COMPILATION",
	"TBP": "BPM", "TRC": "ISRC", "TYE": "YEAR", "TOR": "ORIGINALYEAR",
}

// tagAt reads the header of the ID3v2 tag at off. ok is false if there is none.
func tagAt(s *source, off int64) (h id3.Header, ok bool, err error) {
	b, err := s.peek(off, int(min(id3.HeaderSize, s.size-off)))
	if err != nil {
		return h, false, err
	}
	h, ok = id3.ParseHeader(b)
	return h, ok, nil
}

// id3v2 reads the tag with header h at off and returns its end.
func (f *file) id3v2(s *source, h id3.Header, off int64) (end int64, err error) {
	end = off + h.Total()
	if end > s.size {
		return 0, truncated("The file is cut off inside its tags: they take %d bytes, the file has %d.",
			end, s.size)
	}
	if !h.Readable() {
		return end, nil
	}
	t := id3Reader{file: f, s: s}
	begin := off + id3.HeaderSize
	last := begin + h.Size
	if h.Unsynchronised() {
		if h.Size > maxUnsync {
			return end, nil
		}
		raw, err := s.read(begin, int(h.Size))
		if err != nil {
			return 0, err
		}
		raw = id3.Resync(raw)
		if t.s, err = newSource(bytes.NewReader(raw), int64(len(raw))); err != nil {
			return 0, err
		}
		defer t.s.Close()
		begin, last = 0, int64(len(raw))
	}
	return end, t.frames(h, begin, last)
}

// id3Reader reads the frames of one tag.
type id3Reader struct {
	*file
	s *source
}

func (t *id3Reader) frames(h id3.Header, begin, end int64) error {
	frames, err := id3.NewFrames(windowed{t.s}, h, begin, end)
	if err != nil {
		return err
	}
	for {
		f, ok, err := frames.Next()
		if err != nil || !ok {
			return err
		}
		if err := t.frame(f); err != nil {
			return err
		}
	}
}

// frame reads a frame that the library uses and skips others.
func (t *id3Reader) frame(f id3.Frame) error {
	isPicture := f.ID == "APIC" || f.ID == "PIC"
	switch {
	case f.Size < 2 || !isPicture && f.Size > maxLyricsFile:
		return nil
	case isOneOf(f.ID, "GEOB", "GEO") && t.extra.wanted != nil:
	case !isPicture && f.ID[0] != 'T' && !isOneOf(f.ID, "UFID", "UFI", "USLT", "ULT", "SYLT", "SLT", "COMM", "COM"):
		return nil
	}
	skip, unsync, ok := f.Layout()
	if !ok {
		return nil
	}
	off, size := f.Off+skip, f.Size-skip
	if size < 2 {
		return nil
	}
	if isPicture && !unsync {
		return t.pictureFrame(f.ID, off, size)
	}
	if size > picture.MaxBytes {
		return nil
	}
	var b []byte
	var err error
	if unsync {
		if b, err = t.s.read(off, int(size)); err == nil {
			b = id3.Resync(b)
		}
	} else {
		b, err = t.s.peek(off, int(size))
	}
	switch {
	case err != nil || len(b) < 2:
		return err
	case isPicture:
		if kind, at, ok := pictureFrame(f.ID, b); ok {
			t.picture.Offer(picture.InMemory(kind, b[at:]))
		}
	default:
		t.textFrame(f.ID, b)
	}
	return nil
}

func isOneOf(s string, of ...string) bool { return slices.Contains(of, s) }

func (t *id3Reader) pictureFrame(id string, off, size int64) error {
	b, err := t.s.peek(off, int(min(size, 2048)))
	if err != nil {
		return err
	}
	if kind, at, ok := pictureFrame(id, b); ok {
		t.picture.Offer(picture.Ref{Kind: kind, From: t.s, Off: off + int64(at), Size: size - int64(at)})
	}
	return nil
}

// pictureFrame returns the picture type and the offset of the image, which
// follows the text encoding, the MIME type (three letters in ID3v2.2), the
// picture type and the description.
func pictureFrame(id string, b []byte) (kind, at int, ok bool) {
	pos := 4
	if id == "APIC" {
		i := bytes.IndexByte(b[1:], 0)
		if i < 0 {
			return 0, 0, false
		}
		pos = 1 + i + 1
	}
	if pos >= len(b) {
		return 0, 0, false
	}
	kind = int(b[pos])
	_, rest, ok := id3.Cut(b[pos+1:], b[0])
	return kind, len(b) - len(rest), ok
}

func (t *id3Reader) textFrame(id string, b []byte) {
	encoding := b[0]
	switch id {
	case "TXXX", "TXX":
		if name, rest, ok := id3.Cut(b[1:], encoding); ok {
			t.fields.add(canonical(id3.Decode(name, encoding)), splitText(rest, encoding)...)
		}
	case "UFID", "UFI":
		if owner, value, ok := bytes.Cut(b, []byte{0}); ok && string(owner) == "http://musicbrainz.org" {
			t.fields.add("MUSICBRAINZ_TRACKID", string(value))
		}
	case "USLT", "ULT", "COMM", "COM":
		if len(b) < 5 {
			return
		}
		about, text, ok := id3.Cut(b[4:], encoding)
		if ok {
			t.longText(id, id3.Decode(about, encoding), strings.Join(splitText(text, encoding), "\n"))
		}
	case "GEOB", "GEO":
		t.extra.object(b)
	case "SYLT", "SLT":
		t.fields.add("SYNCEDLYRICS", syncedText(b))
	case "TCON", "TCO":
		for _, v := range splitText(b[1:], encoding) {
			t.fields.add("GENRE", id3Genres(v)...)
		}
	default:
		if name, ok := id3Frames[id]; ok {
			t.fields.add(name, splitText(b[1:], encoding)...)
		}
	}
}

func (t *id3Reader) longText(id, about, text string) {
	switch {
	case id == "USLT" || id == "ULT":
		t.fields.add("LYRICS", text)
	case strings.HasPrefix(about, "iTun") || strings.HasPrefix(about, "MusicMatch_") || strings.HasPrefix(about, "Songs-DB_"):
	// private data of a program
	case about == "" && text != "":
		// A person's comment has no description. Put it first.
		t.fields["COMMENT"] = append([]string{text}, t.fields["COMMENT"]...)
	default:
		t.fields.add("COMMENT", text)
	}
}

// syncedText converts a SYLT frame with times in milliseconds to LRC.
func syncedText(b []byte) string {
	if len(b) < 6 || b[4] != 2 || b[5] > 2 {
		return ""
	}
	encoding := b[0]
	_, b, ok := id3.Cut(b[6:], encoding)
	var out strings.Builder
	for ok && out.Len() < maxLyrics {
		var words []byte
		if words, b, ok = id3.Cut(b, encoding); !ok || len(b) < 4 {
			break
		}
		line := cleanLine(id3.Decode(words, encoding))
		out.WriteString(lrcLine(int64(binary.BigEndian.Uint32(b)), line))
		b = b[4:]
	}
	return out.String()
}

// splitText decodes a list of texts separated by NUL.
func splitText(b []byte, encoding byte) []string {
	var out []string
	for more := true; more && len(b) > 0 && len(out) < maxValues; {
		var first []byte
		first, b, more = id3.Cut(b, encoding)
		out = append(out, id3.Decode(first, encoding))
	}
	return out
}

// id3Genres parses genres that may be numbers, such as "17", "(17)", "(17)Rock"
// or "(4)(RX)".
func id3Genres(s string) []string {
	var out []string
	for strings.HasPrefix(s, "(") && !strings.HasPrefix(s, "((") {
		code, rest, ok := strings.Cut(s[1:], ")")
		name := genreName(code)
		if !ok || name == "" {
			break
		}
		s = rest
		out = append(out, name)
	}
	s = strings.TrimSpace(strings.Replace(s, "((", "(", 1))
	if name := genreName(s); name != "" {
		s = name
	}
	if s == "" || len(out) > 0 && strings.EqualFold(out[len(out)-1], s) {
		return out
	}
	return append(out, s)
}

// genreName returns the genre for an ID3v1 number, or "".
func genreName(code string) string {
	switch code {
	case "RX":
		return "Remix"
	case "CR":
		return "Cover"
	}
	n, err := strconv.ParseUint(code, 10, 8)
	if err != nil || int(n) >= len(id3v1Genres) {
		return ""
	}
	return id3v1Genres[n]
}

// trailingTags reads the tags at the end of an MP3 (ID3v1 and APE) for fields
// that ID3v2 lacks, and returns where the audio ends.
func (f *file) trailingTags(s *source, start int64) (end int64, err error) {
	end = s.size
	var old fields
	if end-start >= id3.V1Size {
		b, err := s.peek(end-id3.V1Size, id3.V1Size)
		if err != nil {
			return 0, err
		}
		if string(b[:3]) == id3.V1Magic {
			end -= id3.V1Size
			old = id3v1(b)
		}
	}
	end, err = f.ape(s, start, end)
	f.fields.fill(old)
	return end, err
}

func id3v1(b []byte) fields {
	f := make(fields, 8)
	add := func(name string, b []byte) {
		b, _, _ = bytes.Cut(b, []byte{0})
		f.add(name, cleanLine(text.Decode(b)))
	}
	add("TITLE", b[3:33])
	add("ARTIST", b[33:63])
	add("ALBUM", b[63:93])
	add("YEAR", b[93:97])
	add("COMMENT", b[97:127])
	if b[125] == 0 && b[126] != 0 {
		f.add("TRACKNUMBER", strconv.Itoa(int(b[126])))
	}
	if int(b[127]) < len(id3v1Genres) {
		f.add("GENRE", id3v1Genres[b[127]])
	}
	return f
}

// ape reads an APEv2 tag that ends at end. mp3gain stores ReplayGain there.
func (f *file) ape(s *source, start, end int64) (int64, error) {
	if end-start < ape.MarkSize {
		return end, nil
	}
	b, err := s.peek(end-ape.MarkSize, ape.MarkSize)
	if err != nil {
		return end, err
	}
	footer, ok := ape.ParseMark(b)
	begin := end - footer.Size
	if !ok || footer.Size < ape.MarkSize || begin < start {
		return end, nil
	}
	if footer.Size <= maxLyricsFile {
		if b, err = s.peek(begin, int(footer.Size-ape.MarkSize)); err != nil {
			return 0, err
		}
		f.fields.fill(apeItems(b, min(footer.Items, maxAPEItem)))
	}
	if footer.HasHeader && begin-start >= ape.MarkSize {
		begin -= ape.MarkSize
	}
	return begin, nil
}

func apeItems(b []byte, n uint32) fields {
	f := make(fields, 8)
	for range n {
		item, ok := ape.ParseItem(b)
		if !ok {
			break
		}
		if item.Text {
			f.add(canonical(item.Key), splitText(item.Value, id3.UTF8)...)
		}
		b = b[item.Size:]
	}
	return f
}
