package ffmpeg

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"image/color"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"sonora/internal/media/tag"
)

// secretSound is the content of a WAV file that no input may access.
var secretSound = bytes.Repeat([]byte{0x34, 0x12}, 16)

func wavFile(channels uint16, rate uint32, data []byte) []byte {
	le := binary.LittleEndian
	b := le.AppendUint32([]byte("RIFF"), uint32(36+len(data)))
	b = append(b, "WAVEfmt \x10\x00\x00\x00\x01\x00"...)
	b = le.AppendUint16(b, channels)
	b = le.AppendUint32(b, rate)
	b = le.AppendUint32(b, rate*uint32(channels)*2)
	b = le.AppendUint16(b, channels*2)
	b = append(b, "\x10\x00data"...)
	return append(le.AppendUint32(b, uint32(len(data))), data...)
}

func writeFile(t *testing.T, name string, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// decode returns the samples ffmpeg reads with these input arguments.
func decode(t *testing.T, f *Runner, input ...string) ([]byte, error) {
	t.Helper()
	args := append(quietly(input...), "-vn", "-f", "s16le", "pipe:1")
	p, err := f.Start(t.Context(), Command{Args: args, Time: 10 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	out, err := io.ReadAll(p.Outputs[0])
	return out, errors.Join(err, p.Wait())
}

func TestNoInputReachesOtherFiles(t *testing.T) {
	f := findFFmpeg(t)
	secret := writeFile(t, "secret.wav", wavFile(1, 8000, bytes.Repeat(secretSound, 1000)))
	address, calls := listen(t)
	hls := "#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXT-X-PLAYLIST-TYPE:VOD\n#EXTINF:10,\n%s\n#EXT-X-ENDLIST\n"
	crafted := map[string]string{
		"HLS of a file": writeFile(t, "song.mp3", fmt.Appendf(nil, hls, secret)),
		"HLS of a site": writeFile(t, "song.mp3", fmt.Appendf(nil, hls, "http://"+address+"/a.mp3")),
		"concat":        writeFile(t, "song.mp3", fmt.Appendf(nil, "ffconcat version 1.0\nfile '%s'\n", secret)),
		"SDP":           writeFile(t, "song.mp3", []byte("v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=audio 5004 RTP/AVP 0\n")),
	}
	// Without the protection they do access it.
	for name, input := range map[string][]string{
		"concat":        {"-f", "concat", "-safe", "0"},
		"HLS of a file": {"-f", "hls", "-allowed_extensions", "ALL", "-extension_picky", "0"},
	} {
		if out, err := decode(t, f, append(input, "-i", "file:"+crafted[name])...); !bytes.Contains(out, secretSound) {
			t.Errorf("%s does not work without the protection: %v", name, err)
		}
	}
	for name, path := range crafted {
		if _, demuxer, err := tag.Probe(path); err == nil {
			t.Errorf("%s is taken for %s", name, demuxer)
		}
		if out, err := decode(t, f, LateInput(path)...); err == nil || bytes.Contains(out, secretSound) {
			t.Errorf("%s: %d bytes, %v", name, len(out), err)
		}
		// The same if the file is replaced after it was checked.
		for _, demuxer := range []string{"mp3", "aac", "flac", "ogg", "mov", "wav", "aiff"} {
			if out, err := decode(t, f, Input(path, demuxer)...); err == nil || bytes.Contains(out, secretSound) {
				t.Errorf("%s as %s: %d bytes, %v", name, demuxer, len(out), err)
			}
		}
	}
	if n := calls(); n > 0 {
		t.Errorf("it called %d times", n)
	}
}

// TestExternalReference decodes a movie whose samples are in another file.
func TestExternalReference(t *testing.T) {
	f := findFFmpeg(t)
	movie, err := os.ReadFile("../testdata/sine.m4a")
	if err != nil {
		t.Fatal(err)
	}
	secret := writeFile(t, "secret", bytes.Repeat(secretSound, 10_000))
	path := writeFile(t, "song.m4a", refer(t, movie, secret))
	plain, err := decode(t, f, Input("../testdata/sine.m4a", "mov")...)
	if err != nil {
		t.Fatal(err)
	}
	// The samples are then read from the file itself.
	if out, _ := decode(t, f, Input(path, "mov")...); len(out) > 0 && !bytes.Equal(out, plain) {
		t.Errorf("%d bytes come from another file", len(out))
	}
}

// refer changes the data reference of a movie to an alias of another file.
func refer(t *testing.T, movie []byte, target string) []byte {
	t.Helper()
	be := binary.BigEndian
	at := bytes.Index(movie, []byte("dref")) - 4
	if at < 0 {
		t.Fatal("no data reference")
	}
	alias := append([]byte("\x00\x00\x00\x00alis\x00\x00\x00\x00"), make([]byte, 150)...)
	alias = append(alias, 0, 2) // the absolute path
	alias = be.AppendUint16(alias, uint16(len(target)))
	alias = append(append(alias, target...), 0xff, 0xff, 0, 0)
	be.PutUint32(alias, uint32(len(alias)))
	dref := append([]byte("\x00\x00\x00\x00dref\x00\x00\x00\x00\x00\x00\x00\x01"), alias...)
	be.PutUint32(dref, uint32(len(dref)))
	old := int(be.Uint32(movie[at:]))
	out := append(append(append([]byte(nil), movie[:at]...), dref...), movie[at+old:]...)
	for _, parent := range []string{"moov", "trak", "mdia", "minf", "dinf"} {
		p := bytes.Index(movie, []byte(parent)) - 4
		be.PutUint32(out[p:], be.Uint32(out[p:])+uint32(len(dref)-old))
	}
	return out
}

func TestOddHeaders(t *testing.T) {
	f := findFFmpeg(t)
	for name, data := range map[string][]byte{
		"10,000 channels": wavFile(10_000, 44_100, make([]byte, 200_000)),
		"1 Hz":            wavFile(1, 1, make([]byte, 20)),
		"4 GHz":           wavFile(2, 4_000_000_000, make([]byte, 20_000)),
	} {
		t.Run(name, func(t *testing.T) {
			path := writeFile(t, "song.wav", data)
			if audio, _, err := tag.Probe(path); err == nil && (audio.Channels > 255 || audio.Samples > 10_000) {
				t.Errorf("read as %+v", audio)
			}
			// ffmpeg may accept or refuse it, but within limits of time and memory.
			started := time.Now()
			decode(t, f, Input(path, "wav")...)
			if took := time.Since(started); took > 5*time.Second {
				t.Errorf("it took %v", took)
			}
		})
	}
}

// TestHugePicture decodes a song with a picture of 30,000 × 30,000 pixels.
func TestHugePicture(t *testing.T) {
	f := findFFmpeg(t)
	small := encodeJPEG(t, uniform{})
	frame := bytes.Index(small, []byte{0xff, 0xc0})
	binary.BigEndian.PutUint16(small[frame+5:], 30_000)
	binary.BigEndian.PutUint16(small[frame+7:], 30_000)
	picture := append([]byte("\x00\x00\x00\x03\x00\x00\x00\x0aimage/jpeg\x00\x00\x00\x00"), make([]byte, 16)...)
	picture = append(binary.BigEndian.AppendUint32(picture, uint32(len(small))), small...)
	song, err := os.ReadFile("../testdata/sine.flac")
	if err != nil {
		t.Fatal(err)
	}
	block := binary.BigEndian.AppendUint32(nil, 6<<24|uint32(len(picture)))
	const head = 4 + 4 + 34 // fLaC and its first block
	path := writeFile(t, "song.flac", append(append(append(append([]byte(nil), song[:head]...), block...), picture...), song[head:]...))
	audio, demuxer, err := tag.Probe(path)
	if err != nil {
		t.Fatal(err)
	}
	out, err := decode(t, f, append([]string{"-hwaccel", "none"}, Input(path, demuxer)...)...)
	if err != nil || int64(len(out)) != audio.Samples*int64(audio.Channels)*2 {
		t.Errorf("%d bytes of %d samples, %v", len(out), audio.Samples, err)
	}
	if _, err := f.WebP(t.Context(), small, []int{96}); err == nil {
		t.Error("a thumbnail was made of 900 million pixels")
	}
}

// uniform is a picture of 8×8 pixels in one colour.
type uniform struct{}

func (uniform) ColorModel() color.Model { return color.RGBAModel }
func (uniform) Bounds() image.Rectangle { return image.Rect(0, 0, 8, 8) }
func (uniform) At(int, int) color.Color { return color.White }
