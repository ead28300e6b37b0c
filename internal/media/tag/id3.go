package tag

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strconv"
	"strings"

	"sonora/internal/media/picture"
)

const (
	maxFrames  = 4096
	maxUnsync  = 64 << 20 // bytes of a tag that must be decoded as a whole
	id3v1Size  = 128
	apeFooter  = 32
	maxAPEItem = 1000
)

// id3Frames are the text frames of ID3v2.2 to 2.4 under their Vorbis names.
var id3Frames = map[string]string{
	"TIT2": "TITLE", "TPE1": "ARTIST", "TPE2": "ALBUMARTIST", "TALB": "ALBUM", "TCOM": "COMPOSER",
	"TRCK": "TRACKNUMBER", "TPOS": "DISCNUMBER", "TSST": "DISCSUBTITLE", "TCMP": "COMPILATION",
	"TBPM": "BPM", "TSRC": "ISRC", "TDRC": "DATE", "TYER": "YEAR", "TDOR": "ORIGINALDATE", "TORY": "ORIGINALYEAR",
	"TSOT": "TITLESORT", "TSOP": "ARTISTSORT", "TSOA": "ALBUMSORT", "TSO2": "ALBUMARTISTSORT", "TSOC": "COMPOSERSORT",
	"TT2": "TITLE", "TP1": "ARTIST", "TP2": "ALBUMARTIST", "TAL": "ALBUM", "TCM": "COMPOSER",
	"TRK": "TRACKNUMBER", "TPA": "DISCNUMBER", "TCP": "COMPILATION",
	"TBP": "BPM", "TRC": "ISRC", "TYE": "YEAR", "TOR": "ORIGINALYEAR",
}

// id3v2 reads the tag at off and returns where it ends.
func (f *file) id3v2(s *source, off int64) (end int64, err error) {
	h, err := s.peek(off, 10)
	if err != nil {
		return 0, err
	}
	version, flags := h[3], h[5]
	size := int64(syncsafe(h[6:]))
	body := off + 10
	end = body + size
	if flags&0x10 != 0 { // a footer repeats the header
		end += 10
	}
	if end > s.size {
		return 0, truncated("The file is cut off inside its tags: they take %s bytes, the file has %s.",
			thousands(end), thousands(s.size))
	}
	if version < 2 || version > 4 || version == 2 && flags&0x40 != 0 {
		return end, nil // of an unknown kind, or compressed: only its size is known
	}
	t := id3Reader{file: f, s: s, version: version, unsync: flags&0x80 != 0, pos: body, end: body + size}
	if flags&0x80 != 0 && version < 4 {
		if size > maxUnsync {
			return end, nil
		}
		raw, err := s.read(body, int(size))
		if err != nil {
			return 0, err
		}
		raw = resync(raw)
		if t.s, err = newSource(bytes.NewReader(raw), int64(len(raw))); err != nil {
			return 0, err
		}
		defer t.s.Close()
		t.pos, t.end = 0, int64(len(raw))
	}
	if flags&0x40 != 0 {
		if err := t.skipExtendedHeader(); err != nil {
			return 0, err
		}
	}
	return end, t.frames()
}

// id3Reader walks the frames of one tag in s.
type id3Reader struct {
	*file
	s        *source
	version  byte
	unsync   bool // every frame of a 2.4 tag is, even when its own flag does not say so
	pos, end int64
}

func (t *id3Reader) skipExtendedHeader() error {
	if t.end-t.pos < 4 {
		return nil
	}
	b, err := t.s.peek(t.pos, 4)
	if err != nil {
		return err
	}
	if t.version == 4 { // counts itself
		t.pos += int64(syncsafe(b))
	} else {
		t.pos += 4 + int64(binary.BigEndian.Uint32(b))
	}
	return nil
}

// frames reads frame by frame until padding, the end or nonsense: what came
// before is good, and the audio does not depend on it.
func (t *id3Reader) frames() error {
	header, name := int64(10), 4
	if t.version == 2 {
		header, name = 6, 3
	}
	for range maxFrames {
		if t.end-t.pos < header {
			return nil
		}
		b, err := t.s.peek(t.pos, int(header))
		if err != nil {
			return err
		}
		id := string(b[:name])
		if !isFrameID(id) {
			return nil
		}
		var flags byte
		var size int64
		switch t.version {
		case 2:
			size = int64(uint24(b[3:]))
		case 3:
			size, flags = int64(binary.BigEndian.Uint32(b[4:])), b[9]
		default:
			flags = b[9]
			if size, err = t.frameSize(b[4:8:8]); err != nil {
				return err
			}
		}
		t.pos += header
		if size > t.end-t.pos {
			return nil
		}
		if err := t.frame(id, flags, t.pos, size); err != nil {
			return err
		}
		t.pos += size
	}
	return nil
}

// frameSize reads a size of ID3v2.4. Old iTunes wrote it with eight bits a
// byte; then only that reading leads to another frame.
func (t *id3Reader) frameSize(b []byte) (int64, error) {
	safe, plain := int64(syncsafe(b)), int64(binary.BigEndian.Uint32(b))
	if safe == plain {
		return safe, nil
	}
	if b[0]|b[1]|b[2]|b[3] >= 0x80 {
		return plain, nil
	}
	for _, size := range []int64{safe, plain} {
		next := t.pos + 10 + size
		if next == t.end {
			return size, nil
		}
		if next+4 > t.end {
			continue
		}
		id, err := t.s.peek(next, 4)
		if err != nil {
			return 0, err
		}
		if isFrameID(string(id)) || allZero(id) {
			return size, nil
		}
	}
	return safe, nil
}

func isFrameID(id string) bool {
	for i := range len(id) {
		if c := id[i]; (c < 'A' || c > 'Z') && (c < '0' || c > '9') {
			return false
		}
	}
	return true
}

// frame reads the frames that say something we show, and passes by the rest.
func (t *id3Reader) frame(id string, flags byte, off, size int64) error {
	isPicture := id == "APIC" || id == "PIC"
	switch {
	case size < 2 || !isPicture && size > maxLyricsFile:
		return nil
	case !isPicture && id[0] != 'T' && !isOneOf(id, "UFID", "UFI", "USLT", "ULT", "SYLT", "SLT", "COMM", "COM"):
		return nil
	}
	skip, unsync, ok := t.frameFlags(flags)
	if !ok {
		return nil
	}
	off, size = off+skip, size-skip
	if size < 2 {
		return nil
	}
	if isPicture && !unsync {
		return t.pictureFrame(id, off, size)
	}
	if size > picture.MaxBytes {
		return nil
	}
	var b []byte
	var err error
	if unsync {
		if b, err = t.s.read(off, int(size)); err == nil {
			b = resync(b)
		}
	} else {
		b, err = t.s.peek(off, int(size))
	}
	switch {
	case err != nil || len(b) < 2:
		return err
	case isPicture:
		if kind, at, ok := pictureFrame(id, b); ok {
			t.picture.Offer(picture.InMemory(kind, b[at:]))
		}
	default:
		t.textFrame(id, b)
	}
	return nil
}

// frameFlags returns the bytes a frame has in front of its content, and whether
// that is unsynchronised; ok is false when it is compressed or encrypted.
func (t *id3Reader) frameFlags(flags byte) (skip int64, unsync, ok bool) {
	switch t.version {
	case 3:
		if flags&0x20 != 0 { // group
			skip++
		}
		return skip, false, flags&0xc0 == 0
	case 4:
		if flags&0x40 != 0 {
			skip++
		}
		if flags&0x01 != 0 { // the length without unsynchronisation
			skip += 4
		}
		return skip, t.unsync || flags&0x02 != 0, flags&0x0c == 0
	}
	return 0, false, true
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

// pictureFrame finds where the image begins: behind the encoding, the type of
// image (three letters in 2.2), the picture's kind and its description.
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
	_, rest, ok := cutText(b[pos+1:], b[0])
	return kind, len(b) - len(rest), ok
}

func (t *id3Reader) textFrame(id string, b []byte) {
	encoding := b[0]
	switch id {
	case "TXXX", "TXX":
		if name, rest, ok := cutText(b[1:], encoding); ok {
			t.fields.add(canonical(decodeText(name, encoding)), splitText(rest, encoding)...)
		}
	case "UFID", "UFI":
		if owner, value, ok := bytes.Cut(b, []byte{0}); ok && string(owner) == "http://musicbrainz.org" {
			t.fields.add("MUSICBRAINZ_TRACKID", string(value))
		}
	case "USLT", "ULT", "COMM", "COM":
		if len(b) < 5 {
			return
		}
		about, text, ok := cutText(b[4:], encoding)
		if ok {
			t.longText(id, decodeText(about, encoding), strings.Join(splitText(text, encoding), "\n"))
		}
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
		// a program's own data
	case about == "" && text != "":
		// a person's comment has no description; it goes first
		t.fields["COMMENT"] = append([]string{text}, t.fields["COMMENT"]...)
	default:
		t.fields.add("COMMENT", text)
	}
}

// syncedText turns SYLT, when its times are milliseconds, into LRC.
func syncedText(b []byte) string {
	if len(b) < 6 || b[4] != 2 || b[5] > 2 {
		return ""
	}
	encoding := b[0]
	_, b, ok := cutText(b[6:], encoding)
	var out strings.Builder
	for ok && out.Len() < maxLyrics {
		var text []byte
		if text, b, ok = cutText(b, encoding); !ok || len(b) < 4 {
			break
		}
		line := cleanLine(decodeText(text, encoding))
		out.WriteString(lrcLine(int64(binary.BigEndian.Uint32(b)), line))
		b = b[4:]
	}
	return out.String()
}

// Text encodings of ID3.
const (
	latin1 = iota
	utf16BOM
	utf16BE
	utf8Encoding
)

// cutText takes one text ended by NUL from b.
func cutText(b []byte, encoding byte) (text, rest []byte, ok bool) {
	if encoding != utf16BOM && encoding != utf16BE {
		return bytes.Cut(b, []byte{0})
	}
	for i := 0; i+1 < len(b); i += 2 {
		if b[i] == 0 && b[i+1] == 0 {
			return b[:i], b[i+2:], true
		}
	}
	return b, nil, false
}

// splitText decodes a list of texts separated by NUL.
func splitText(b []byte, encoding byte) []string {
	var out []string
	for more := true; more && len(b) > 0 && len(out) < maxValues; {
		var text []byte
		text, b, more = cutText(b, encoding)
		out = append(out, decodeText(text, encoding))
	}
	return out
}

func decodeText(b []byte, encoding byte) string {
	switch encoding {
	case utf16BOM:
		return utf16Text(b, binary.LittleEndian)
	case utf16BE:
		return utf16Text(b, binary.BigEndian)
	case utf8Encoding:
		return utf8Text(b)
	}
	return latin1Text(b)
}

// syncsafe reads four bytes of seven bits.
func syncsafe(b []byte) int {
	return int(b[0]&0x7f)<<21 | int(b[1]&0x7f)<<14 | int(b[2]&0x7f)<<7 | int(b[3]&0x7f)
}

// resync undoes unsynchronisation, in place: FF 00 stands for FF. Some writers
// set its flag and do not do it; then FF is followed by what it would have
// kept apart.
func resync(b []byte) []byte {
	for i := 1; i < len(b); i++ {
		if b[i-1] == 0xff && b[i] >= 0xe0 {
			return b
		}
	}
	out := b[:0]
	for i := 0; i < len(b); i++ {
		out = append(out, b[i])
		if b[i] == 0xff && i+1 < len(b) && b[i+1] == 0 {
			i++
		}
	}
	return out
}

// id3Genres reads a genre that may be a number: «17», «(17)», «(17)Rock», «(4)(RX)».
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

// genreName returns the genre of a number of ID3v1, or "".
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

// trailingTags reads the tags at the end of an MP3 – ID3v1 and APE, each only
// for what ID3v2 does not say – and returns where the audio ends.
func (f *file) trailingTags(s *source, start int64) (end int64, err error) {
	end = s.size
	var old fields
	if end-start >= id3v1Size {
		b, err := s.peek(end-id3v1Size, id3v1Size)
		if err != nil {
			return 0, err
		}
		if string(b[:3]) == "TAG" {
			end -= id3v1Size
			old = id3v1(b)
		}
	}
	end, err = f.ape(s, start, end)
	f.fields.fill(old)
	return end, err
}

func id3v1(b []byte) fields {
	f := make(fields, 8)
	text := func(name string, b []byte) {
		b, _, _ = bytes.Cut(b, []byte{0})
		f.add(name, cleanLine(latin1Text(b)))
	}
	text("TITLE", b[3:33])
	text("ARTIST", b[33:63])
	text("ALBUM", b[63:93])
	text("YEAR", b[93:97])
	text("COMMENT", b[97:127])
	if b[125] == 0 && b[126] != 0 {
		f.add("TRACKNUMBER", strconv.Itoa(int(b[126])))
	}
	if int(b[127]) < len(id3v1Genres) {
		f.add("GENRE", id3v1Genres[b[127]])
	}
	return f
}

// ape reads an APEv2 tag that ends at end, where mp3gain keeps ReplayGain.
func (f *file) ape(s *source, start, end int64) (int64, error) {
	if end-start < apeFooter {
		return end, nil
	}
	b, err := s.peek(end-apeFooter, apeFooter)
	if err != nil || string(b[:8]) != "APETAGEX" {
		return end, err
	}
	le := binary.LittleEndian
	size, items, flags := int64(le.Uint32(b[12:])), le.Uint32(b[16:]), le.Uint32(b[20:])
	begin := end - size // the footer counts, the header does not
	if size < apeFooter || begin < start {
		return end, nil
	}
	if size <= maxLyricsFile {
		if b, err = s.peek(begin, int(size-apeFooter)); err != nil {
			return 0, err
		}
		f.fields.fill(apeItems(b, min(items, maxAPEItem)))
	}
	if flags&0x80000000 != 0 && begin-start >= apeFooter {
		begin -= apeFooter
	}
	return begin, nil
}

func apeItems(b []byte, n uint32) fields {
	f := make(fields, 8)
	for range n {
		if len(b) < 9 {
			break
		}
		size, flags := binary.LittleEndian.Uint32(b), binary.LittleEndian.Uint32(b[4:])
		key, rest, ok := bytes.Cut(b[8:], []byte{0})
		if !ok || uint64(size) > uint64(len(rest)) {
			break
		}
		if flags&6 == 0 { // text
			f.add(canonical(string(key)), splitText(rest[:size], utf8Encoding)...)
		}
		b = rest[size:]
	}
	return f
}
