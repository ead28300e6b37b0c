package tag

import (
	"encoding/base64"
	"encoding/binary"
	"errors"
	"math"
	"strings"
	"testing"

	"sonora/internal/music"
)

// be and le encode 32-bit numbers.
func be(n int) string { return string(binary.BigEndian.AppendUint32(nil, uint32(n))) }
func le(n int) string { return string(binary.LittleEndian.AppendUint32(nil, uint32(n))) }

func mustRead(t *testing.T, content string) *music.AudioFile {
	t.Helper()
	a, err := readString(content)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func kindOf(err error) music.ProblemKind {
	if fileErr, ok := errors.AsType[*FileError](err); ok {
		return fileErr.Kind
	}
	return ""
}

// oggPageOf returns a page without a checksum, which only decoders check.
func oggPageOf(flags byte, granule int64, serial int, packets ...string) string {
	var lacing, body strings.Builder
	for _, p := range packets {
		lacing.WriteString(strings.Repeat("\xff", len(p)/255))
		lacing.WriteByte(byte(len(p) % 255))
		body.WriteString(p)
	}
	head := "OggS\x00" + string([]byte{flags}) + string(binary.LittleEndian.AppendUint64(nil, uint64(granule)))
	return head + le(serial) + le(0) + le(0) + string([]byte{byte(lacing.Len())}) + lacing.String() + body.String()
}

func vorbisComments(list ...string) string {
	var b strings.Builder
	b.WriteString(le(4) + "test" + le(len(list)))
	for _, c := range list {
		b.WriteString(le(len(c)) + c)
	}
	return b.String()
}

func opusHead(skip int) string {
	return "OpusHead\x01\x02" + string([]byte{byte(skip), byte(skip >> 8)}) + le(48000) + "\x00\x00\x00"
}

// opusStream returns a stream with a number of audible samples.
func opusStream(serial, samples int, comments ...string) string {
	const skip = 312
	return oggPageOf(2, 0, serial, opusHead(skip)) +
		oggPageOf(0, 0, serial, "OpusTags"+vorbisComments(comments...)) +
		oggPageOf(0, 960, serial, "first sound") +
		oggPageOf(4, int64(samples+skip), serial, "last sound")
}

func TestOggOddities(t *testing.T) {
	skeleton := oggPageOf(2, 0, 99, "fishead\x00 and more")
	chained := opusStream(1, 10_000, "TITLE=a") + opusStream(2, 5_000, "TITLE=b")
	noise := oggPageOf(0, 1<<40, 99, "of another kind")
	radio := oggPageOf(2, 0, 1, opusHead(0)) + oggPageOf(0, 0, 1, "OpusTags"+vorbisComments()) +
		oggPageOf(0, 48_000_000, 1, "sound") + oggPageOf(4, 48_480_000, 1, "sound")
	for name, tt := range map[string]struct {
		content string
		samples int64
	}{
		"one stream":       {opusStream(1, 48_000), 48_000},
		"chained":          {chained, 15_000},
		"beside another":   {skeleton + opusStream(1, 7_000) + noise, 7_000},
		"cut out of radio": {radio, 480_000},
	} {
		if a := mustRead(t, tt.content); a.Samples != tt.samples {
			t.Errorf("%s: %d samples, want %d", name, a.Samples, tt.samples)
		}
	}
	if _, err := readString(oggPageOf(2, 0, 1, "Speex   1.2") + oggPageOf(4, 9, 1, "x")); kindOf(err) != music.NotAudio {
		t.Errorf("Speex: %v", err)
	}
	if _, err := readString(opusStream(1, 48_000)[:170]); kindOf(err) != music.TruncatedFile {
		t.Errorf("cut page: %v", err)
	}
}

func TestOpusGainBecomesReplayGain(t *testing.T) {
	a := mustRead(t, opusStream(1, 48_000, "R128_TRACK_GAIN=-512", "R128_ALBUM_GAIN=256"))
	want := music.ReplayGain{TrackGain: 3, AlbumGain: 6, HasTrack: true, HasAlbum: true}
	if a.Tags.ReplayGain != want {
		t.Errorf("got %+v", a.Tags.ReplayGain)
	}
}

func TestVorbisPictureSpansPages(t *testing.T) {
	image := "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + be(640) + be(480) + strings.Repeat("pixels", 30_000)
	block := be(3) + be(9) + "image/png" + be(0) + strings.Repeat(be(0), 4) + be(len(image)) + image
	comment := "OpusTags" + vorbisComments("TITLE=Long", "METADATA_BLOCK_PICTURE="+base64.StdEncoding.EncodeToString([]byte(block)))
	var content strings.Builder
	content.WriteString(oggPageOf(2, 0, 1, opusHead(0)))
	const page = 255 * 255
	for rest := comment; ; rest = rest[page:] {
		if len(rest) < page {
			content.WriteString(oggPageOf(1, 0, 1, rest))
			break
		}
		full := oggPageOf(1, -1, 1, rest[:page]) // one lacing value too many, so that the packet continues
		content.WriteString(full[:26] + "\xff" + full[27:27+255] + full[27+256:])
	}
	content.WriteString(oggPageOf(4, 48_000, 1, "sound"))
	a := mustRead(t, content.String())
	if a.Tags.Title != "Long" || a.Picture == nil || a.Picture.Width != 640 || a.Picture.Bytes != len(image) {
		t.Errorf("title %q, picture %+v", a.Tags.Title, a.Picture)
	}
}

func wavChunks(size int, chunks ...string) string {
	return "RIFF" + le(size) + "WAVE" + strings.Join(chunks, "")
}

func chunkOf(id string, size int, body string) string { return id + le(size) + body }

func TestWAVOddities(t *testing.T) {
	format := chunkOf("fmt ", 16, "\x01\x00\x01\x00"+le(8000)+le(16000)+"\x02\x00\x10\x00")
	sound := strings.Repeat("ab", 4000)
	info := "INFO" + chunkOf("INAM", 5, "Name\x00\x00") + chunkOf("IART", 4, "Ana\x00")
	tag := tagOf(3, 0, frame("TIT2", "\x00From ID3"))
	for name, tt := range map[string]struct {
		content, title string
		samples        int64
	}{
		"streamed, all ones":    {wavChunks(unknownSize, format, chunkOf("data", unknownSize, sound)), "", 4000},
		"streamed, zero":        {wavChunks(0, format, chunkOf("data", 0, sound)), "", 4000},
		"info behind":           {wavChunks(36+len(sound)+8+len(info), format, chunkOf("data", len(sound), sound), chunkOf("LIST", len(info), info)), "Name", 4000},
		"ID3 beats info":        {wavChunks(36, format, chunkOf("LIST", len(info), info), chunkOf("id3 ", len(tag), tag), chunkOf("data", len(sound), sound)), "From ID3", 4000},
		"odd size, no padding":  {wavChunks(36, format, chunkOf("junk", 3, "abc"), chunkOf("data", len(sound), sound)), "", 4000},
		"odd size with padding": {wavChunks(36, format, chunkOf("junk", 3, "abc\x00"), chunkOf("data", len(sound), sound)), "", 4000},
	} {
		if a := mustRead(t, tt.content); a.Samples != tt.samples || a.Tags.Title != tt.title {
			t.Errorf("%s: %d samples, title %q", name, a.Samples, a.Tags.Title)
		}
	}
	empty := wavChunks(36, format, chunkOf("data", 0, ""))
	if _, err := readString(empty); kindOf(err) != music.CorruptFile {
		t.Errorf("without audio: %v", err)
	}
}

// frameOf returns an MPEG-1 layer III frame of 128 kbit/s at 44.1 kHz.
func mpegFrameOf(body string) string {
	return "\xff\xfb\x90\x00" + body + strings.Repeat("\x55", 417-4-len(body))
}

func TestMP3Headers(t *testing.T) {
	side := strings.Repeat("\x00", 32)
	sound := strings.Repeat(mpegFrameOf(""), 100)
	xing := func(frames, bytes int) string {
		return mpegFrameOf(side + "Xing\x00\x00\x00\x03" + be(frames) + be(bytes))
	}
	for name, tt := range map[string]struct {
		content string
		frames  int64
	}{
		"no header":     {sound, 100},
		"Xing":          {xing(100, 101*417) + sound, 100},
		"VBRI":          {mpegFrameOf(side+"VBRI\x00\x01\x00\x00\x00\x00"+be(101*417)+be(100)) + sound, 100},
		"joined files":  {xing(100, 101*417) + strings.Repeat(sound, 4), 400},
		"junk in front": {strings.Repeat("junk", 50) + sound, 100},
		"much junk":     {strings.Repeat("junk", 50_000) + sound, 100},
		"ID3v1 behind":  {sound + "TAG" + strings.Repeat("\x00", 125), 100},
		"slightly cut":  {xing(100, 101*417) + sound[:95*417], 95},
	} {
		a := mustRead(t, tt.content)
		if got := float64(a.Samples) / 1152; math.Abs(got-float64(tt.frames)) > 1.5 {
			t.Errorf("%s: %.1f frames, want %d", name, got, tt.frames)
		}
	}
	_, err := readString(xing(10_000, 10_001*417) + sound)
	if kindOf(err) != music.TruncatedFile || !strings.Contains(err.Error(), "promises 4:21 of audio, only 0:02.6 is there") {
		t.Errorf("cut: %v", err)
	}
}

func TestTagsAfterTheAudio(t *testing.T) {
	sound := strings.Repeat(mpegFrameOf(""), 20)
	pad := func(s string, n int) string { return s + strings.Repeat("\x00", n-len(s)) }
	v1 := "TAG" + pad("Old title", 30) + pad("Old artist", 30) + pad("", 30) + "1999" + pad("", 28) + "\x00\x07\x11"
	item := "-6.00 dB"
	items := le(len(item)) + le(0) + "REPLAYGAIN_TRACK_GAIN\x00" + item
	ape := items + "APETAGEX" + le(2000) + le(len(items)+32) + le(1) + le(0) + strings.Repeat("\x00", 8)
	a := mustRead(t, tagOf(4, 0, frame("TIT2", "\x03New title"))+sound+ape+v1)
	if a.Tags.Title != "New title" || a.Tags.Artists[0] != "Old artist" || a.Tags.Year != 1999 || a.Tags.Track != 7 || a.Tags.Genres[0] != "Rock" {
		t.Errorf("tags %+v", a.Tags)
	}
	if g := a.Tags.ReplayGain; !g.HasTrack || g.TrackGain != -6 {
		t.Errorf("ReplayGain %+v", g)
	}
	if bare := mustRead(t, sound); bare.AudioKey != a.AudioKey {
		t.Error("the audio key depends on the tags")
	}
}

func boxOf(kind string, parts ...string) string {
	body := strings.Join(parts, "")
	return be(len(body)+8) + kind + body
}

// movieOf returns an MP4 file with one audio track of a codec.
func movieOf(codec, ilst string) string {
	full := be(0)
	entry := boxOf(codec, "\x00\x00\x00\x00\x00\x00\x00\x01", strings.Repeat("\x00", 8), "\x00\x02\x00\x10\x00\x00\x00\x00", be(44100<<16))
	table := boxOf("stbl", boxOf("stsd", full, be(1), entry), boxOf("stts", full, be(1), be(100), be(1024)))
	media := boxOf("mdia", boxOf("mdhd", full, be(0), be(0), be(44100), be(102400), be(0)),
		boxOf("hdlr", full, be(0), "soun"), boxOf("minf", table))
	edit := boxOf("edts", boxOf("elst", full, be(1), be(2000), be(2112), be(1<<16)))
	meta := boxOf("udta", boxOf("meta", full, boxOf("hdlr", full, be(0), "mdir"), boxOf("ilst", ilst)))
	header := boxOf("mvhd", full, be(0), be(0), be(1000), be(2322))
	return boxOf("ftyp", "M4A ") + boxOf("moov", header, boxOf("trak", edit, media), meta) + boxOf("mdat", strings.Repeat("sound", 1000))
}

func TestMP4Oddities(t *testing.T) {
	value := func(kind int, v string) string { return boxOf("data", be(kind), be(0), v) }
	free := func(name, v string) string {
		return boxOf("----", boxOf("mean", be(0), "com.apple.iTunes"), boxOf("name", be(0), name), value(1, v))
	}
	plain := mustRead(t, movieOf("mp4a", boxOf("\xa9nam", value(1, "Étude"))+boxOf("\xa9ART", value(1, "Ana"), value(1, "Bo"))+
		boxOf("trkn", value(0, "\x00\x00\x00\x03\x00\x0c\x00\x00"))+boxOf("gnre", value(0, "\x00\x12"))+boxOf("cpil", value(21, "\x01"))))
	tags := plain.Tags
	if plain.Samples != 2*44100 || tags.Title != "Étude" || len(tags.Artists) != 2 || tags.Track != 3 || tags.TrackTotal != 12 || tags.Genres[0] != "Rock" || !tags.Compilation {
		t.Errorf("%d samples, %+v", plain.Samples, tags)
	}
	if a := mustRead(t, movieOf("mp4a", free("iTunSMPB", " 00000000 00000840 000001CA 0000000000014000"))); a.Samples != 0x14000 {
		t.Errorf("iTunes' count: %d samples", a.Samples)
	}
	deep := ""
	for range 100 {
		deep = boxOf("mdia", deep)
	}
	for name, tt := range map[string]struct {
		content string
		want    music.ProblemKind
	}{
		"protected":     {movieOf("drms", ""), music.NotAudio},
		"another codec": {movieOf("ac-3", ""), music.NotAudio},
		"no index":      {boxOf("ftyp", "M4A ") + boxOf("mdat", "sound"), music.CorruptFile},
		"deep boxes":    {boxOf("ftyp", "M4A ") + boxOf("moov", boxOf("trak", deep)), music.CorruptFile},
		"cut in front":  {boxOf("ftyp", "M4A ") + "\x00\x00\x10\x00free", music.TruncatedFile},
		"absurd size":   {boxOf("ftyp", "M4A ") + "\xff\xff\xff\xffmoov", music.TruncatedFile},
	} {
		if _, err := readString(tt.content); kindOf(err) != tt.want {
			t.Errorf("%s: %v, want %s", name, err, tt.want)
		}
	}
}

func TestTagsWithoutAudio(t *testing.T) {
	_, err := readString(tagOf(4, 0, frame("TIT2", "\x03Alone")))
	if k := kindOf(err); k != music.TruncatedFile && k != music.CorruptFile {
		t.Errorf("got %v", err)
	}
}

func TestYear(t *testing.T) {
	for s, want := range map[string]int{
		"2003": 2003, "2003-04-17": 2003, "17.04.2003": 2003, "20030417": 2003, "04/17/2003": 2003, "c. 1969?": 1969, "99": 0, "": 0, "12345": 0,
	} {
		if got := yearOf(s); got != want {
			t.Errorf("%q: %d, want %d", s, got, want)
		}
	}
}

func TestClock(t *testing.T) {
	for samples, want := range map[int64]string{0: "0:00.0", 4_400: "0:04.4", 9_970: "0:10", 64_000: "1:04", 192_400: "3:12", 3_723_000: "1:02:03"} {
		if got := clock(samplesDuration(samples, 1000)).String(); got != want {
			t.Errorf("%d ms: %s, want %s", samples, got, want)
		}
	}
}
