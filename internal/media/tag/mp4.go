package tag

import (
	"cmp"
	"encoding/binary"
	"math"
	"strconv"
	"strings"

	"sonora/internal/codec/adts"
	"sonora/internal/codec/flac"
	"sonora/internal/codec/opus"
	"sonora/internal/codec/text"
	"sonora/internal/music"
)

const (
	maxBoxes   = 1 << 16 // at one level; a long fragmented file has thousands
	maxDepth   = 8       // of nested boxes in a track; 4 are typical
	maxItem    = 1 << 20 // bytes of a text value
	tableBytes = 8 << 10 // bytes of a table read at once
)

// box is a box (atom) of an MP4 file (ISO/IEC 14496-12).
type box struct {
	kind       string
	at         int64 // offset of its header
	start, end int64 // of its content; end may be beyond the end of the file
}

// eachBox calls read for the boxes in [off, end). A box that extends beyond end
// is the last one; read decides whether that is an error.
func eachBox(s *source, off, end int64, read func(b box) error) error {
	for range maxBoxes {
		if off+8 > min(end, s.size) {
			return nil
		}
		h, err := s.peek(off, int(min(16, s.size-off)))
		if err != nil {
			return err
		}
		b := box{kind: string(h[4:8]), at: off, start: off + 8}
		switch size := int64(binary.BigEndian.Uint32(h)); {
		case size == 0: // extends to the end
			b.end = end
		case size == 1 && len(h) == 16:
			b.start, b.end = off+16, off+int64(min(binary.BigEndian.Uint64(h[8:]), 1<<62))
		default:
			b.end = off + size
		}
		if b.end < b.start {
			return nil // invalid; keep what was read so far
		}
		if err := read(b); err != nil {
			return err
		}
		off = b.end
	}
	return nil
}

// inside reports whether a box ends within its parent or file, which ends at
// end.
func (b box) inside(end int64) bool { return b.end <= end }

// movie holds the information about an MP4 file's audio.
type movie struct {
	timescale int64 // ticks per second of the movie header
	tracks    int   // number of tracks of any kind
	audio     *soundTrack
	smpb      string // iTunSMPB, iTunes' record of encoder delay and padding
	fragments bool   // samples are in moof boxes

	mdat    box   // the largest one
	bytes   int64 // of all mdat boxes, as far as they are in the file
	hasMoov bool
	reach   int64 // end of a truncated box, 0 if there is none
}

// soundTrack is an audio track.
type soundTrack struct {
	id        uint32
	sound     bool
	timescale int64
	ticks     int64 // length according to the sample table
	declared  int64 // length according to the header
	skip      int64 // ticks before the audio starts
	edit      int64 // length of the edit list in ticks of the movie header, 0 if there is none
	codec     string
	rate      int
	channels  int
	bits      int
	average   int   // bit/s, 0 if unknown
	chunks    box   // stco or co64
	duration  int64 // default ticks per sample of a fragment
}

// mp4 reads an MP4, M4A or QuickTime file.
func (f *file) mp4(s *source) error {
	var m movie
	if err := eachBox(s, 0, s.size, func(b box) error { return f.mp4Top(s, &m, b) }); err != nil {
		return err
	}
	t := m.audio
	switch {
	case !m.hasMoov && m.reach > 0:
		return truncated("The file is cut off: it should reach to byte %s and ends at %s, without its index.", thousands(m.reach), thousands(s.size))
	case !m.hasMoov:
		return corrupt("The MP4 file has no index: it was never finished.")
	case t == nil:
		return notAudio("The MP4 file holds no audio.")
	}
	if err := f.mp4Codec(t); err != nil {
		return err
	}
	f.audio.Samples = m.samples()
	f.audio.EncoderDelay, f.audio.Padding = m.delay(f.audio.Samples)
	there, err := t.present(s)
	switch {
	case err != nil:
		return err
	case m.fragments && m.reach > 0:
		return truncated("The file is cut off in the middle of a fragment.")
	case m.mdat.end == 0 && there == 0:
		return truncated("The file is cut off behind its index: there is no audio.")
	case m.mdat.end == 0 || f.audio.Samples <= 0:
		return corrupt("The MP4 file holds no audio, only an index.")
	}
	end := min(m.mdat.end, s.size)
	if size := m.mdat.end - m.mdat.start; end < m.mdat.end && size > 0 {
		there = min(there, float64(end-m.mdat.start)/float64(size))
	}
	if there < 1 {
		promised := f.audio.Samples
		f.audio.Samples = int64(float64(promised) * max(there, 0))
		if err := f.checkLength(f.audio.Samples, promised); err != nil {
			return err
		}
	}
	if m.tracks > 1 && t.average > 0 { // the other data are pictures or chapters
		f.audio.Bitrate = (t.average + 500) / 1000
	}
	err = f.finish(s, m.mdat.start, end, false)
	f.payload = m.bytes
	return err
}

// mp4Top reads a box at the top level of the file.
func (f *file) mp4Top(s *source, m *movie, b box) error {
	if !b.inside(s.size) {
		m.reach = b.end
		switch b.kind {
		case "mdat":
		case "moov":
			return truncated("The file is cut off inside its index: it should reach to byte %s and ends at %s.", thousands(b.end), thousands(s.size))
		default:
			return nil
		}
	}
	switch b.kind {
	case "moov":
		if m.hasMoov {
			return nil
		}
		m.hasMoov = true
		// A single read gets most of the index.
		if _, err := s.peek(b.at, int(min(b.end-b.at, maxWindow))); err != nil {
			return err
		}
		return f.mp4Movie(s, m, b)
	case "moof":
		if m.audio == nil || !m.fragments {
			return nil
		}
		return m.audio.fragment(s, b)
	case "mdat":
		m.bytes += min(b.end, s.size) - b.start
		if b.end-b.start > m.mdat.end-m.mdat.start {
			m.mdat = b
		}
	}
	return nil
}

func (f *file) mp4Movie(s *source, m *movie, moov box) error {
	return eachBox(s, moov.start, moov.end, func(b box) error {
		if !b.inside(moov.end) {
			return nil
		}
		switch b.kind {
		case "mvhd":
			timescale, _, err := mp4Times(s, b)
			m.timescale = timescale
			return err
		case "mvex":
			m.fragments = true
			return m.defaults(s, b)
		case "trak":
			m.tracks++
			var t soundTrack
			if err := t.read(s, b, maxDepth); err != nil {
				return err
			}
			if t.sound && m.audio == nil {
				m.audio = &t
			}
		case "udta":
			return eachBox(s, b.start, b.end, func(c box) error {
				if c.kind != "meta" || !c.inside(b.end) {
					return nil
				}
				return f.mp4Meta(s, m, c)
			})
		case "meta":
			return f.mp4Meta(s, m, b)
		}
		return nil
	})
}

// samples returns the exact length: from iTunes' record, otherwise from the
// edit list, which excludes encoder delay.
func (m *movie) samples() int64 {
	t := m.audio
	ticks := t.ticks
	if ticks == 0 {
		ticks = t.declared
	}
	whole := scale(ticks, int64(t.rate), t.timescale)
	if n := smpbSamples(m.smpb); n > 0 && n <= whole {
		return n
	}
	ticks -= min(t.skip, ticks)
	// The edit list is in ticks of the movie header, often milliseconds, so it
	// is only meaningful if it ends clearly before the samples do.
	if t.edit > 0 && m.timescale > 0 {
		edit, tick := scale(t.edit, t.timescale, m.timescale), t.timescale/m.timescale+1
		if edit < ticks-tick {
			ticks = edit
		}
	}
	return scale(ticks, int64(t.rate), t.timescale)
}

// delay returns the encoder delay and padding in samples.
func (m *movie) delay(samples int64) (before, behind int) {
	const maxDelay = 1 << 20 // samples; a longer one is an edit, not an encoder delay
	t := m.audio
	skip := scale(t.skip, int64(t.rate), t.timescale)
	if words := strings.Fields(m.smpb); len(words) >= 4 {
		if n, err := strconv.ParseInt(words[1], 16, 64); err == nil {
			skip = n
		}
	}
	whole := scale(cmp.Or(t.ticks, t.declared), int64(t.rate), t.timescale)
	if t.codec == "mp4a" && t.rate > 0 { // the table may omit the end of the last frame
		whole = (whole + adts.BlockSamples - 1) / adts.BlockSamples * adts.BlockSamples
	}
	if skip < 0 || skip > maxDelay || whole-skip-samples < 0 || whole-skip-samples > maxDelay {
		return 0, 0
	}
	return int(skip), int(whole - skip - samples)
}

// smpbSamples parses iTunSMPB, such as " 00000000 00000840 000001CA
// 00000000003F31F6 …": delay, padding and samples in hexadecimal. It returns
// the samples.
func smpbSamples(s string) int64 {
	words := strings.Fields(s)
	if len(words) < 4 {
		return 0
	}
	n, err := strconv.ParseInt(words[3], 16, 64)
	if err != nil {
		return 0
	}
	return n
}

// mp4Times reads the timescale and duration of mvhd or mdhd.
func mp4Times(s *source, b box) (timescale, duration int64, err error) {
	h, err := s.peek(b.start, int(min(32, b.end-b.start)))
	if err != nil {
		return 0, 0, err
	}
	be := binary.BigEndian
	switch {
	case len(h) >= 20 && h[0] == 0:
		timescale, duration = int64(be.Uint32(h[12:])), int64(be.Uint32(h[16:]))
		if duration == math.MaxUint32 {
			duration = 0
		}
	case len(h) >= 32 && h[0] == 1:
		timescale, duration = int64(be.Uint32(h[20:])), int64(be.Uint64(h[24:]))
	}
	return timescale, max(duration, 0), nil
}

// read reads a track. depth is the maximum nesting of its boxes.
func (t *soundTrack) read(s *source, trak box, depth int) error {
	if depth == 0 {
		return corrupt("The MP4 file's boxes lie too deep in each other.")
	}
	return eachBox(s, trak.start, trak.end, func(b box) error {
		if !b.inside(trak.end) {
			return nil
		}
		switch b.kind {
		case "tkhd":
			h, err := s.peek(b.start, int(min(24, b.end-b.start)))
			if err != nil {
				return err
			}
			at := 12
			if len(h) > 0 && h[0] == 1 {
				at = 20
			}
			if len(h) >= at+4 {
				t.id = binary.BigEndian.Uint32(h[at:])
			}
		case "edts", "mdia", "minf", "stbl":
			return t.read(s, b, depth-1)
		case "mdhd":
			var err error
			t.timescale, t.declared, err = mp4Times(s, b)
			return err
		case "hdlr":
			h, err := s.peek(b.start, int(min(12, b.end-b.start)))
			if err != nil {
				return err
			}
			t.sound = t.sound || len(h) == 12 && string(h[8:12]) == "soun"
		case "elst":
			return t.editList(s, b)
		case "stsd":
			return t.description(s, b)
		case "stts":
			return t.sampleTimes(s, b)
		case "stco", "co64":
			t.chunks = b
		}
		return nil
	})
}

// editList reads which part of the track is played. It adds up consecutive
// parts.
func (t *soundTrack) editList(s *source, b box) error {
	h, err := s.peek(b.start, int(min(tableBytes, b.end-b.start)))
	if err != nil || len(h) < 8 {
		return err
	}
	be, version := binary.BigEndian, h[0]
	n := be.Uint32(h[4:])
	first := true
	for h = h[8:]; n > 0; n-- {
		var length, time int64
		switch {
		case version == 0 && len(h) >= 12:
			length, time = int64(be.Uint32(h)), int64(int32(be.Uint32(h[4:])))
			h = h[12:]
		case version == 1 && len(h) >= 20:
			length, time = int64(be.Uint64(h)), int64(be.Uint64(h[8:]))
			h = h[20:]
		default:
			return nil
		}
		if time < 0 || length < 0 || length > math.MaxInt64-t.edit { // silence, or invalid
			continue
		}
		if first {
			t.skip, first = time, false
		}
		t.edit += length
	}
	return nil
}

// sampleTimes adds up the durations of all samples.
func (t *soundTrack) sampleTimes(s *source, b box) error {
	return eachEntry(s, b, 8, func(e []byte) bool {
		count, delta := int64(binary.BigEndian.Uint32(e)), int64(binary.BigEndian.Uint32(e[4:]))
		t.ticks += count * delta
		return t.ticks >= 0 && t.ticks < 1<<60
	})
}

// eachEntry calls read for the entries of a table, of size bytes each, until it
// returns false.
func eachEntry(s *source, b box, size int64, read func(e []byte) bool) error {
	if b.end-b.start < 8 {
		return nil
	}
	h, err := s.peek(b.start+4, 4)
	if err != nil {
		return err
	}
	return eachRow(s, b.start+8, min(int64(binary.BigEndian.Uint32(h)), (b.end-b.start-8)/size), size, read)
}

// eachRow is eachEntry for a table at a known offset and length.
func eachRow(s *source, off, left, size int64, read func(e []byte) bool) error {
	for left > 0 {
		n := min(left, tableBytes/size)
		e, err := s.peek(off, int(n*size))
		if err != nil {
			return err
		}
		for ; len(e) > 0; e = e[size:] {
			if !read(e[:size]) {
				return nil
			}
		}
		off, left = off+n*size, left-n
	}
	return nil
}

// present returns the share of the track's chunks that begin inside the file.
func (t *soundTrack) present(s *source) (float64, error) {
	size := int64(4)
	if t.chunks.kind == "co64" {
		size = 8
	}
	all, there := 0, 0
	err := eachEntry(s, t.chunks, size, func(e []byte) bool {
		at := uint64(0)
		for _, c := range e {
			at = at<<8 | uint64(c)
		}
		if all++; at < uint64(s.size) {
			there++
		}
		return true
	})
	if err != nil || all == 0 {
		return 1, err
	}
	return float64(there) / float64(all), nil
}

// description reads the sample description: codec, sample rate and channels.
func (t *soundTrack) description(s *source, b box) error {
	h, err := s.peek(b.start, int(min(8+36, b.end-b.start)))
	if err != nil || len(h) < 8+36 {
		return err
	}
	be := binary.BigEndian
	entry := h[8:]
	size := int64(be.Uint32(entry))
	codec, version := string(entry[4:8]), be.Uint16(entry[16:])
	t.codec, t.channels, t.bits, t.rate = codec, int(be.Uint16(entry[24:])), int(be.Uint16(entry[26:])), int(be.Uint32(entry[32:])>>16)
	off, end := b.start+8+36, min(b.start+8+size, b.end)
	switch version { // longer QuickTime versions
	case 1:
		off += 16
	case 2:
		off += 36
	}
	return t.configuration(s, off, end, 2)
}

// configuration reads the boxes within a sample description.
func (t *soundTrack) configuration(s *source, off, end int64, depth int) error {
	return eachBox(s, off, end, func(b box) error {
		if !b.inside(end) {
			return nil
		}
		switch b.kind {
		case "wave":
			if depth > 0 {
				return t.configuration(s, b.start, b.end, depth-1)
			}
		case "esds":
			h, err := s.peek(b.start, int(min(256, b.end-b.start)))
			if err != nil {
				return err
			}
			t.elementaryStream(h)
		case "alac":
			h, err := s.peek(b.start, int(min(28, b.end-b.start)))
			if err != nil || len(h) < 28 {
				return err
			}
			t.bits, t.channels, t.rate = int(h[9]), int(h[13]), int(binary.BigEndian.Uint32(h[24:]))
		case "dfLa": // STREAMINFO after a block header
			h, err := s.peek(b.start, int(min(42, b.end-b.start)))
			if err != nil || len(h) < 42 {
				return err
			}
			if info, ok := flac.ParseInfo(h[8:]); ok {
				t.rate, t.channels, t.bits = info.Rate, info.Channels, info.Bits
			}
		case "dOps":
			h, err := s.peek(b.start, int(min(11, b.end-b.start)))
			if err != nil || len(h) < 11 {
				return err
			}
			t.rate, t.channels = opus.Rate, int(h[1])
		}
		return nil
	})
}

// Descriptor tags in esds (ISO/IEC 14496-1).
const (
	esDescriptor      = 3
	decoderDescriptor = 4
	decoderSpecific   = 5
)

// elementaryStream reads the nested descriptors of esds.
func (t *soundTrack) elementaryStream(b []byte) {
	if len(b) < 4 {
		return
	}
	b = b[4:]
	for len(b) >= 2 {
		tag := b[0]
		n := 1
		for n < len(b) && n < 4 && b[n]&0x80 != 0 { // size of up to four bytes
			n++
		}
		if n+1 > len(b) {
			return
		}
		b = b[n+1:]
		switch {
		case tag == esDescriptor && len(b) >= 3:
			b = b[esHeader(b):]
		case tag == decoderDescriptor && len(b) >= 13:
			if b[0] == 0x69 || b[0] == 0x6b {
				t.codec = ".mp3"
			}
			t.average = int(binary.BigEndian.Uint32(b[9:]))
			b = b[13:]
		case tag == decoderSpecific:
			t.audioConfig(b)
			return
		default:
			return
		}
	}
}

// esHeader returns the length of an elementary stream descriptor before the
// next descriptor.
func esHeader(b []byte) int {
	n := 3
	if b[2]&0x80 != 0 { // depends on another stream
		n += 2
	}
	if b[2]&0x40 != 0 && n < len(b) { // has a URL
		n += 1 + int(b[n])
	}
	if b[2]&0x20 != 0 { // has a clock
		n += 2
	}
	return min(n, len(b))
}

// audioConfig reads AAC's AudioSpecificConfig (ISO/IEC 14496-3). The rate is
// the output rate, which spectral band replication doubles.
func (t *soundTrack) audioConfig(b []byte) {
	if t.codec == ".mp3" {
		return
	}
	r := bitReader{b: b}
	object := r.audioObject()
	rate := r.aacRate()
	channels := adts.Channels(int(r.bits(4)))
	const spectralBand, parametricStereo = 5, 29
	if object == spectralBand || object == parametricStereo {
		rate = r.aacRate()
		if object == parametricStereo {
			channels = 2
		}
	}
	if r.ok() && rate > 0 && channels <= 8 {
		t.rate, t.channels = rate, channels
	}
}

// bitReader reads numbers bit by bit. Beyond the end it returns zeros.
type bitReader struct {
	b   []byte
	pos int
}

func (r *bitReader) ok() bool { return r.pos <= 8*len(r.b) }

func (r *bitReader) bits(n int) (v uint32) {
	for range n {
		v <<= 1
		if i := r.pos / 8; i < len(r.b) {
			v |= uint32(r.b[i]>>(7-r.pos%8)) & 1
		}
		r.pos++
	}
	return v
}

func (r *bitReader) audioObject() uint32 {
	const escape = 31
	if v := r.bits(5); v != escape {
		return v
	}
	return 32 + r.bits(6)
}

func (r *bitReader) aacRate() int {
	const escape = 15
	i := r.bits(4)
	if i == escape {
		return int(r.bits(24))
	}
	if int(i) < len(adts.Rates) {
		return adts.Rates[i]
	}
	return 0
}

// mp4Codec sets the codec.
func (f *file) mp4Codec(t *soundTrack) error {
	a := &f.audio
	a.SampleRate, a.Channels = t.rate, t.channels
	switch t.codec {
	case "mp4a":
		a.Format = music.AAC
	case "alac":
		a.Format, a.BitDepth = music.ALAC, t.bits
	case "fLaC":
		a.Format, a.BitDepth = music.FLAC, t.bits
	case "Opus":
		a.Format = music.Opus
	case ".mp3":
		a.Format = music.MP3
	case "drms", "enca":
		return notAudio("The file is protected against copying (DRM) and cannot be played.")
	case "":
		return corrupt("The MP4 file does not describe its audio.")
	default:
		return notAudio("The MP4 file holds %q, a codec that cannot be played.", cleanLine(text.Decode([]byte(t.codec))))
	}
	if a.SampleRate == 0 || t.timescale == 0 {
		return corrupt("The MP4 file names no sample rate.")
	}
	return nil
}

// defaults reads the default duration of fragments' samples.
func (m *movie) defaults(s *source, mvex box) error {
	return eachBox(s, mvex.start, mvex.end, func(b box) error {
		if b.kind != "trex" || !b.inside(mvex.end) || b.end-b.start < 16 {
			return nil
		}
		h, err := s.peek(b.start, 16)
		if err != nil {
			return err
		}
		if m.audio != nil && m.audio.id == binary.BigEndian.Uint32(h[4:]) {
			m.audio.duration = int64(binary.BigEndian.Uint32(h[12:]))
		}
		return nil
	})
}

// fragment adds up the samples of one fragment.
func (t *soundTrack) fragment(s *source, moof box) error {
	return eachBox(s, moof.start, moof.end, func(traf box) error {
		if traf.kind != "traf" || !traf.inside(moof.end) {
			return nil
		}
		length, own := t.duration, false
		return eachBox(s, traf.start, traf.end, func(b box) error {
			if !b.inside(traf.end) {
				return nil
			}
			switch b.kind {
			case "tfhd":
				var err error
				length, own, err = t.fragmentHeader(s, b)
				return err
			case "trun":
				if own {
					return t.run(s, b, length)
				}
			}
			return nil
		})
	})
}

func (t *soundTrack) fragmentHeader(s *source, b box) (length int64, own bool, err error) {
	h, err := s.peek(b.start, int(min(28, b.end-b.start)))
	if err != nil || len(h) < 8 {
		return 0, false, err
	}
	flags := binary.BigEndian.Uint32(h)
	at := 8
	if flags&1 != 0 {
		at += 8
	}
	if flags&2 != 0 {
		at += 4
	}
	length = t.duration
	if flags&8 != 0 && len(h) >= at+4 {
		length = int64(binary.BigEndian.Uint32(h[at:]))
	}
	return length, binary.BigEndian.Uint32(h[4:]) == t.id, nil
}

// run adds up the samples of one run, which have their own durations or a
// common one.
func (t *soundTrack) run(s *source, b box, length int64) error {
	h, err := s.peek(b.start, int(min(8, b.end-b.start)))
	if err != nil || len(h) < 8 {
		return err
	}
	flags, n := binary.BigEndian.Uint32(h), int64(binary.BigEndian.Uint32(h[4:]))
	const hasLength = 0x100
	if flags&hasLength == 0 {
		t.ticks = min(t.ticks+n*length, 1<<60)
		return nil
	}
	size := int64(0)
	for bit := uint32(hasLength); bit <= 0x800; bit <<= 1 {
		if flags&bit != 0 {
			size += 4
		}
	}
	table := b
	if flags&1 != 0 {
		table.start += 4
	}
	if flags&4 != 0 {
		table.start += 4
	}
	return eachRow(s, table.start+8, min(n, (b.end-table.start-8)/size), size, func(e []byte) bool {
		t.ticks = min(t.ticks+int64(binary.BigEndian.Uint32(e)), 1<<60)
		return true
	})
}
