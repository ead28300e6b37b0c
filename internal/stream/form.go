package stream

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"sonora/internal/music"
)

// Form is the target format of a conversion.
type Form struct {
	Format     music.AudioFormat // Opus, AAC, MP3 or FLAC
	Bitrate    int               // kbit/s, one of Bitrates; 0 for FLAC
	Fragmented bool              // as fragmented MP4, for Media Source Extensions; AAC and FLAC
	Deep       bool              // FLAC with more than 16 bits
}

// Bitrates are the bitrates that the app offers, in kbit/s. The second is the
// default.
var Bitrates = []int{96, 160, 320}

// UsualBitrate is the default bitrate in kbit/s.
const UsualBitrate = 160

// Formats are the formats that tracks can be converted to.
var Formats = []music.AudioFormat{music.Opus, music.AAC, music.MP3, music.FLAC}

// encoders are the names of ffmpeg's encoders.
var encoders = map[music.AudioFormat]string{music.Opus: "libopus", music.AAC: "aac", music.MP3: "libmp3lame", music.FLAC: "flac"}

// Encoders lists the ffmpeg encoders that all Formats need.
func Encoders() []string {
	var names []string
	for _, format := range Formats {
		names = append(names, encoders[format])
	}
	return names
}

// CanFragment reports whether a format is also available as fragmented MP4.
func CanFragment(f music.AudioFormat) bool { return f == music.AAC || f == music.FLAC }

// MIME returns the media type.
func (f Form) MIME() string {
	switch {
	case f.Fragmented:
		return "audio/mp4"
	case f.Format == music.Opus:
		return "audio/ogg"
	case f.Format == music.AAC:
		return "audio/aac"
	case f.Format == music.MP3:
		return "audio/mpeg"
	default:
		return "audio/flac"
	}
}

// Container returns the name of the container.
func (f Form) Container() string {
	switch {
	case f.Fragmented:
		return "fmp4"
	case f.Format == music.Opus:
		return "ogg"
	case f.Format == music.AAC:
		return "adts"
	default:
		return string(f.Format)
	}
}

// String returns the form as part of a file name.
func (f Form) String() string {
	name := string(f.Format)
	if f.Format == music.FLAC {
		name += "-16"
		if f.Deep {
			name = "flac-24"
		}
	} else {
		name += "-" + strconv.Itoa(f.Bitrate)
	}
	if f.Fragmented {
		name += "-mp4"
	}
	return name
}

// parseForm parses the result of String.
func parseForm(name string) (Form, bool) {
	parts := strings.Split(name, "-")
	if len(parts) < 2 || len(parts) > 3 {
		return Form{}, false
	}
	f := Form{Format: music.AudioFormat(parts[0]), Fragmented: len(parts) == 3}
	n, err := strconv.Atoi(parts[1])
	if f.Format == music.FLAC {
		f.Deep = n == 24
	} else {
		f.Bitrate = n
	}
	return f, err == nil && slices.Contains(Formats, f.Format) && f.String() == name
}

// opusRates are the bitrates in kbit/s at which Opus sounds as good as other
// codecs at the requested bitrate. More would be wasted.
var opusRates = map[int]int{96: 96, 160: 144, 320: 256}

// arguments returns ffmpeg's output options; gain is in dB.
func (f Form) arguments(gain float64) []string {
	args := []string{
		"-map_metadata", "-1", "-map_chapters", "-1", "-vn", "-sn", "-dn", "-fflags", "+bitexact", "-flags:a", "+bitexact",
		"-af", f.filters(gain), "-c:a", encoders[f.Format],
	}
	switch f.Format {
	case music.Opus:
		// More effort is inaudible at these bitrates.
		args = append(args, "-b:a", kilobits(opusRates[f.Bitrate]), "-compression_level", "5")
	case music.AAC:
		args = append(args, "-ar", strconv.Itoa(aacRate), "-b:a", kilobits(f.Bitrate))
	case music.MP3:
		args = append(args, "-b:a", kilobits(f.Bitrate))
	default:
		args = append(args, "-strict", "experimental") // required for FLAC in MP4
	}
	return append(args, f.container()...)
}

// filters convert any sound to what the codec accepts: lossy codecs at most
// stereo.
func (f Form) filters(gain float64) string {
	format := "aformat=channel_layouts=mono|stereo"
	switch {
	case f.Format == music.FLAC && f.Deep:
		format += "|3.0|4.0|quad|5.0|5.1|7.1:sample_fmts=s32"
	case f.Format == music.FLAC:
		format += "|3.0|4.0|quad|5.0|5.1|7.1:sample_fmts=s16"
	}
	if gain == 0 {
		return format
	}
	return fmt.Sprintf("volume=%.2fdB:precision=float,%s", gain, format)
}

// aacRate is the sample rate of all AAC in Hz. It is fixed so that an HLS
// playlist can be written before the conversion.
const aacRate = 48_000

// container flushes small pieces, because listeners wait for the first of them.
func (f Form) container() []string {
	var args []string
	switch {
	case f.Fragmented:
		args = []string{"-f", "mp4", "-movflags", "+empty_moov+default_base_moof+delay_moov", "-frag_duration", "500000"}
	case f.Format == music.Opus:
		args = []string{"-f", "ogg", "-page_duration", "200000"}
	case f.Format == music.AAC:
		args = []string{"-f", "adts"}
	case f.Format == music.MP3:
		args = []string{"-f", "mp3", "-write_xing", "0", "-id3v2_version", "0"} // the length is not known yet
	default:
		args = []string{"-f", "flac"}
	}
	return append(args, "-flush_packets", "1", "pipe:1")
}

func kilobits(n int) string { return strconv.Itoa(n) + "k" }

// expected returns the approximate size of a track in this form, in bytes.
func (f Form) expected(length time.Duration) int64 {
	rate := f.Bitrate
	switch {
	case f.Format == music.Opus:
		rate = opusRates[f.Bitrate]
	case f.Deep:
		rate = 1700
	case f.Format == music.FLAC:
		rate = 900
	}
	return int64(length.Seconds() * float64(rate) * 1000 / 8)
}

// version identifies the content of a source.
func (r Request) version() string {
	return strconv.FormatInt(r.File.Size, 36) + "-" + strconv.FormatInt(r.File.ModTime.UnixNano(), 36)
}

// Name identifies a conversion. Its cached file has it too.
func (r Request) Name() string { return r.name() }

// Jump returns the request for the track from about a byte on. That is possible
// for MP3, which has a constant number of bytes per second and frames that can
// be found.
func (r Request) Jump(from int64, length time.Duration) (Request, bool) {
	if r.isPart() || r.Form.Format != music.MP3 {
		return Request{}, false
	}
	r.Start = time.Duration(float64(from) * 8 / 1000 / float64(r.Form.Bitrate) * float64(time.Second))
	r.left = length - r.Start
	return r, r.left > 0
}

// Expected returns the approximate byte to which a Jump leads.
func (r Request) Expected() int64 { return r.Form.expected(r.left) }

// IsBeyond reports whether a byte is certainly after the end of the track.
func (r Request) IsBeyond(from int64, length time.Duration) bool {
	return from > 2*r.Form.expected(length)+bufferSize
}

// name returns the name of the file of the whole conversion.
func (r Request) name() string {
	sound := "g" + strconv.Itoa(centibel(r.Gain))
	if r.Stem > 0 {
		sound += "s" + strconv.Itoa(r.Stem)
	}
	return strings.Join([]string{r.TrackID, r.version(), r.Form.String(), sound}, ".")
}

// centibel returns a gain in hundredths of a decibel.
func centibel(gain float64) int {
	if gain < 0 {
		return int(gain*100 - 0.5)
	}
	return int(gain*100 + 0.5)
}

// key identifies a running conversion.
func (r Request) key() string {
	if !r.isPart() {
		return r.name()
	}
	return fmt.Sprintf("%s@%d+%d", r.name(), r.Start, r.Length)
}

// isPart reports whether only a part of the track is requested. Parts are not
// cached.
func (r Request) isPart() bool { return r.Start > 0 || r.Length > 0 }
