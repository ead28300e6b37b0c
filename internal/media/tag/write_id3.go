package tag

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"slices"
	"strings"

	"sonora/internal/codec/id3"
	"sonora/internal/media/picture"
)

const (
	id3Padding = 1 << 10 // bytes after the frames of a new tag
)

// id3Frame is an ID3v2.4 frame, with its flags separate from its content.
type id3Frame struct {
	id    string
	flags [2]byte
	body  []byte
}

// rewriteMPEG plans an MP3 or ADTS file: it writes ID3v2.4 at the beginning and
// updates the old tags at the end.
func rewriteMPEG(s *source, start int64, c *Change) ([]piece, error) {
	tag, err := rewriteID3(s, 0, start, c, id3Padding)
	if err != nil {
		return nil, err
	}
	end, tail, err := rewriteTail(s, start, c)
	if err != nil {
		return nil, err
	}
	return append([]piece{bytesPiece(tag), rangePiece(start, end)}, tail...), nil
}

// leadingID3 updates the ID3 tags at the beginning of a file in another format.
// If there are none, it adds none.
func leadingID3(s *source, start int64, c *Change) ([]piece, error) {
	if start == 0 {
		return nil, nil
	}
	tag, err := rewriteID3(s, 0, start, c, 0)
	return []piece{bytesPiece(tag)}, err
}

// rewriteID3 merges the tags in [off, end) into one changed tag.
func rewriteID3(s *source, off, end int64, c *Change, padding int) ([]byte, error) {
	var frames []id3Frame
	seen := map[string]bool{}
	for off < end {
		more, next, err := readFrames(s, off)
		if err != nil {
			return nil, err
		}
		here := map[string]bool{}
		for _, f := range more {
			if !seen[f.id] { // a later tag only adds what the first one lacks
				frames, here[f.id] = append(frames, f), true
			}
		}
		for id := range here {
			seen[id] = true
		}
		off = next
	}
	return encodeID3(changeFrames(modern(frames), c), padding)
}

// readFrames reads all frames of the tag at off and converts them to ID3v2.4.
func readFrames(s *source, off int64) (frames []id3Frame, end int64, err error) {
	h, ok, err := tagAt(s, off)
	if err != nil {
		return nil, 0, err
	}
	end = off + h.Total()
	if end > s.size {
		return nil, 0, errBeyond
	}
	if !ok || !h.Readable() || h.Size > maxUnsync {
		return nil, 0, notWritable("an ID3 tag of an unknown kind")
	}
	b, err := s.read(off+id3.HeaderSize, int(h.Size))
	if err != nil {
		return nil, 0, err
	}
	if h.Unsynchronised() {
		b = id3.Resync(b)
	}
	list, err := id3.NewFrames(bytes.NewReader(b), h, 0, int64(len(b)))
	if err != nil {
		return nil, 0, err
	}
	for {
		f, ok, err := list.Next()
		if err != nil || !ok {
			return frames, end, err
		}
		if f, ok := modernFrame(f, bytes.Clone(b[f.Off:f.Off+f.Size])); ok {
			frames = append(frames, f)
		}
	}
}

// modernFrame converts a frame of any version to ID3v2.4. ok is false if it has
// no equivalent there.
func modernFrame(old id3.Frame, body []byte) (f id3Frame, ok bool) {
	f = id3Frame{id: old.ID, body: body}
	switch old.Version {
	case 2:
		if f.id, ok = longIDs[old.ID]; !ok {
			return f, false
		}
		if old.ID == "PIC" {
			f.body, ok = modernPicture(body)
		}
		return f, ok && len(f.body) > 0
	case 3:
		return f.upgrade(old.Flags)
	}
	f.flags[1] = old.Flags
	if _, unsync, plain := old.Layout(); old.Flags&id3.FlagUnsynchronised != 0 || unsync && plain {
		at := 0
		if old.Flags&id3.FlagGrouped != 0 {
			at++
		}
		if old.Flags&id3.FlagLength != 0 {
			if len(body) < at+4 {
				return f, false
			}
			body = slices.Delete(body, at, at+4)
		}
		if len(body) < at {
			return f, false
		}
		f.body = slices.Concat(body[:at], id3.Resync(body[at:]))
		f.flags[1] = old.Flags & id3.FlagGrouped
	}
	return f, len(f.body) > 0
}

// upgrade converts the flags of an ID3v2.3 frame, and the data that they add
// before its content, to ID3v2.4. It returns false if there is no content.
func (f id3Frame) upgrade(flags byte) (id3Frame, bool) {
	body := f.body
	var length, method, group []byte
	take := func(n int) (b []byte) {
		n = min(n, len(body))
		b, body = body[:n], body[n:]
		return b
	}
	if flags&id3.Flag3Compressed != 0 {
		if length = take(4); len(length) == 4 {
			length = id3.AppendSyncsafe(nil, int(binary.BigEndian.Uint32(length)&id3.MaxSize))
		}
		f.flags[1] |= id3.FlagCompressed | id3.FlagLength
	}
	if flags&id3.Flag3Encrypted != 0 {
		method = take(1)
		f.flags[1] |= id3.FlagEncrypted
	}
	if flags&id3.Flag3Grouped != 0 {
		group = take(1)
		f.flags[1] |= id3.FlagGrouped
	}
	f.body = slices.Concat(group, method, length, body)
	return f, len(body) > 0
}

// modernPicture converts the three-letter image type of ID3v2.2 to a MIME type.
func modernPicture(b []byte) ([]byte, bool) {
	if len(b) < 6 {
		return nil, false
	}
	mime := map[string]string{"JPG": "image/jpeg", "PNG": "image/png", "GIF": "image/gif"}[string(b[1:4])]
	return slices.Concat(b[:1], []byte(cmp.Or(mime, "image/")), []byte{0}, b[4:]), true
}

// modern renames the date and credit frames of ID3v2.3 to those of ID3v2.4.
func modern(frames []id3Frame) []id3Frame {
	has := func(id string) bool { return slices.ContainsFunc(frames, func(f id3Frame) bool { return f.id == id }) }
	dated, original := has("TDRC"), has("TDOR")
	for i := range frames {
		switch f := &frames[i]; {
		case f.id == "TYER" && !dated:
			f.id, dated = "TDRC", true
		case f.id == "TORY" && !original:
			f.id, original = "TDOR", true
		case f.id == "IPLS":
			f.id = "TIPL"
		}
	}
	return frames
}

// changeFrames removes the old values of a change and adds the new ones.
func changeFrames(frames []id3Frame, c *Change) []id3Frame {
	kept := slices.DeleteFunc(frames, func(f id3Frame) bool {
		if f.id == "APIC" {
			kind, _, ok := pictureFrame("APIC", f.plain())
			return ok && c.drops(kind)
		}
		if f.id == "CHAP" || f.id == "CTOC" {
			return c.Chapters != nil
		}
		name := f.field()
		return name != "" && c.changes(name)
	})
	fresh := append(newFrames(c), chapterFrames(c.Chapters)...)
	if cover := c.newCover(); len(cover) > 0 {
		mime, _, _ := picture.Sniff(cover)
		body := slices.Concat([]byte{id3.UTF8}, []byte(mime), []byte{0, picture.FrontCover, 0}, cover)
		fresh = append(fresh, id3Frame{id: "APIC", body: body})
	}
	return append(fresh, kept...)
}

// plain returns the content of a frame without the data that its flags prepend,
// or nil if it is compressed or encrypted.
func (f id3Frame) plain() []byte {
	skip, _, ok := id3.Frame{Version: 4, Flags: f.flags[1]}.Layout()
	if !ok || int64(len(f.body)) < skip+2 {
		return []byte{0, 0}
	}
	return f.body[skip:]
}

// field returns the Vorbis comment name of a frame, or "" if unknown.
func (f id3Frame) field() string {
	b := f.plain()
	t := id3Reader{file: &file{fields: fields{}}}
	switch {
	case f.id == "APIC" || len(b) < 2:
		return ""
	case f.id == "SYLT":
		return "SYNCEDLYRICS"
	case f.id == "USLT":
		return "LYRICS"
	case f.id == "TCON":
		return "GENRE"
	case f.id == "TXXX":
		name, _, _ := id3.Cut(b[1:], b[0])
		return canonical(id3.Decode(name, b[0]))
	case f.id[0] != 'T' && !isOneOf(f.id, "UFID", "COMM"):
		return ""
	case id3Frames[f.id] != "":
		return id3Frames[f.id]
	}
	t.textFrame(f.id, b)
	for name := range t.fields {
		return name
	}
	return ""
}

// freeNames are the names of TXXX frames as written by Picard and most other
// taggers.
var freeNames = map[string]string{
	"MUSICBRAINZ_ALBUMID": "MusicBrainz Album Id", "MUSICBRAINZ_RELEASEGROUPID": "MusicBrainz Release Group Id",
	"MUSICBRAINZ_ARTISTID": "MusicBrainz Artist Id", "MUSICBRAINZ_ALBUMARTISTID": "MusicBrainz Album Artist Id",
}

// frameOf maps fields to their text frames.
var frameOf = map[string]string{
	"TITLE": "TIT2", "ARTIST": "TPE1", "ALBUMARTIST": "TPE2", "ALBUM": "TALB", "COMPOSER": "TCOM", "GENRE": "TCON",
	"TRACKNUMBER": "TRCK", "DISCNUMBER": "TPOS", "DISCSUBTITLE": "TSST", "COMPILATION": "TCMP", "BPM": "TBPM",
	"ISRC": "TSRC", "DATE": "TDRC", "ORIGINALDATE": "TDOR",
	"TITLESORT": "TSOT", "ARTISTSORT": "TSOP", "ALBUMSORT": "TSOA", "ALBUMARTISTSORT": "TSO2", "COMPOSERSORT": "TSOC",
}

// newFrames returns the frames for the changed fields that have values.
func newFrames(c *Change) []id3Frame {
	var frames []id3Frame
	for _, name := range c.names() {
		values := c.Fields[name]
		if len(values) == 0 {
			continue
		}
		switch id := frameOf[name]; {
		case name == "YEAR" && len(c.Fields["DATE"]) == 0:
			frames = append(frames, textFrameOf("TDRC", values))
		case name == "ORIGINALYEAR" && len(c.Fields["ORIGINALDATE"]) == 0:
			frames = append(frames, textFrameOf("TDOR", values))
		case name == "TRACKNUMBER", name == "DISCNUMBER":
			frames = append(frames, textFrameOf(id, []string{withTotal(c, name)}))
		case (name == "TRACKTOTAL" || name == "DISCTOTAL") && len(c.Fields[numberOf(name)]) > 0:
		case name == "COMMENT":
			frames = append(frames, longFrames("COMM", values)...)
		case name == "LYRICS":
			frames = append(frames, longFrames("USLT", values)...)
		case name == "MUSICBRAINZ_TRACKID":
			body := "http://musicbrainz.org\x00" + values[0]
			frames = append(frames, id3Frame{id: "UFID", body: []byte(body)})
		case id != "":
			frames = append(frames, textFrameOf(id, values))
		default:
			free := cmp.Or(freeNames[name], name)
			frames = append(frames, textFrameOf("TXXX", append([]string{free}, values...)))
		}
	}
	return frames
}

// numberOf returns the field that a total belongs to.
func numberOf(total string) string { return strings.TrimSuffix(total, "TOTAL") + "NUMBER" }

// withTotal returns a number such as "3/12", or without a total "3".
func withTotal(c *Change, name string) string {
	n := c.Fields[name][0]
	total := c.Fields[strings.TrimSuffix(name, "NUMBER")+"TOTAL"]
	if len(total) == 0 || strings.Contains(n, "/") {
		return n
	}
	return n + "/" + total[0]
}

func textFrameOf(id string, values []string) id3Frame {
	return id3Frame{id: id, body: append([]byte{id3.UTF8}, strings.Join(values, "\x00")...)}
}

// longFrames returns comment or lyrics frames. A description distinguishes
// several.
func longFrames(id string, values []string) []id3Frame {
	var frames []id3Frame
	for i, v := range values {
		about := ""
		if i > 0 {
			about = string(rune('1' + min(i, 8)))
		}
		frames = append(frames, id3Frame{id: id, body: []byte("\x03eng" + about + "\x00" + v)})
	}
	return frames
}

// encodeID3 encodes an ID3v2.4 tag, or returns nil if there are no frames.
func encodeID3(frames []id3Frame, padding int) ([]byte, error) {
	if len(frames) == 0 {
		return nil, nil
	}
	size := padding
	for _, f := range frames {
		size += 10 + len(f.body)
	}
	if size > id3.MaxSize {
		return nil, notWritable("its tags take more than an ID3 tag holds")
	}
	b := make([]byte, 0, id3.HeaderSize+size)
	b = id3.AppendHeader(b, size)
	for _, f := range frames {
		b = id3.AppendFrame(b, f.id, f.flags, f.body)
	}
	return append(b, make([]byte, padding)...), nil
}

// longIDs maps ID3v2.2 frame IDs to those since ID3v2.3.
var longIDs = map[string]string{
	"BUF": "RBUF", "CNT": "PCNT", "COM": "COMM", "CRA": "AENC", "ETC": "ETCO", "GEO": "GEOB", "IPL": "TIPL", "MCI": "MCDI",
	"MLL": "MLLT", "PIC": "APIC", "POP": "POPM", "REV": "RVRB", "SLT": "SYLT", "STC": "SYTC", "TAL": "TALB", "TBP": "TBPM",
	"TCM": "TCOM", "TCO": "TCON", "TCP": "TCMP", "TCR": "TCOP", "TDY": "TDLY", "TEN": "TENC", "TFT": "TFLT", "TKE": "TKEY",
	"TLA": "TLAN", "TLE": "TLEN", "TMT": "TMED", "TOA": "TOPE", "TOF": "TOFN", "TOL": "TOLY", "TOR": "TORY", "TOT": "TOAL",
	"TP1": "TPE1", "TP2": "TPE2", "TP3": "TPE3", "TP4": "TPE4", "TPA": "TPOS", "TPB": "TPUB", "TRC": "TSRC", "TRK": "TRCK",
	"TS2": "TSO2", "TSA": "TSOA", "TSC": "TSOC", "TSP": "TSOP", "TST": "TSOT", "TSS": "TSSE", "TT1": "TIT1", "TT2": "TIT2",
	"TT3": "TIT3", "TXT": "TEXT", "TXX": "TXXX", "TYE": "TYER", "UFI": "UFID", "ULT": "USLT", "WAF": "WOAF", "WAR": "WOAR",
	"WAS": "WOAS", "WCM": "WCOM", "WCP": "WCOP", "WPB": "WPUB", "WXX": "WXXX",
}
