package tag

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"image"
	"image/jpeg"
	"image/png"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sonora/internal/codec/ogg"
	"sonora/internal/music"
)

// writable lists the samples whose tags can be changed, one for each format.
var writable = []string{
	"sine.mp3", "id3v23.mp3", "cbr.mp3", "vbr.mp3", "mpeg2.mp3", "sine.aac", "sine.flac", "flac.oga", "vorbis.ogg",
	"sine.opus", "mono.opus", "sine.m4a", "faststart.m4a", "alac.m4a", "sine.wav", "rf64.wav", "pcm24.wav", "float.wav", "sine.aiff",
}

// rewritten changes the tags of a sample and reads it again.
func rewritten(t *testing.T, content []byte, c Change) (out []byte, f *file) {
	t.Helper()
	out, err := tryWrite(content, c)
	if err != nil {
		t.Fatal(err)
	}
	return out, parsed(t, out)
}

func tryWrite(content []byte, c Change) ([]byte, error) {
	var b bytes.Buffer
	err := Write(&b, bytes.NewReader(content), int64(len(content)), c)
	return b.Bytes(), err
}

func parsed(t *testing.T, content []byte) *file {
	t.Helper()
	s, err := newSource(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	f, err := parse(s, extra{})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func samplePicture(t testing.TB, side int, asPNG bool) []byte {
	t.Helper()
	var b bytes.Buffer
	img := image.NewGray(image.Rect(0, 0, side, side))
	for i := range img.Pix {
		img.Pix[i] = byte(i * 7)
	}
	encode := func() error { return jpeg.Encode(&b, img, nil) }
	if asPNG {
		encode = func() error { return png.Encode(&b, img) }
	}
	if err := encode(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// everything changes all fields that people can edit.
func everything() Change {
	return Change{Fields: map[string][]string{
		"TITLE": {"Ein Lied – 歌 🎵"}, "ARTIST": {"Ana", "Björk"}, "ALBUM": {"Ünï"}, "ALBUMARTIST": {"Various Artists"},
		"GENRE": {"Drum & Bass", "Jazz"}, "DATE": {"1999"}, "YEAR": nil, "TRACKNUMBER": {"7"}, "TRACKTOTAL": {"9"},
		"DISCNUMBER": {"2"}, "DISCTOTAL": {"3"}, "COMPOSER": {"C. One", "C. Two"}, "COMMENT": {"two\nlines"},
		"BPM": {"128.5"}, "LYRICS": {"[00:01.00]la\n[00:02.00]li"}, "COMPILATION": {"1"}, "AI_GENERATED": {"1"},
	}}
}

func TestWriteEveryFormat(t *testing.T) {
	want := music.Tags{
		Title: "Ein Lied – 歌 🎵", Artists: []string{"Ana", "Björk"}, Album: "Ünï", AlbumArtists: []string{"Various Artists"},
		Genres: []string{"Drum & Bass", "Jazz"}, Year: 1999, Track: 7, TrackTotal: 9, Disc: 2, DiscTotal: 3,
		Composers: []string{"C. One", "C. Two"}, Comment: "two\nlines", BPM: 128.5, Compilation: true, AIGenerated: true,
	}
	for _, name := range writable {
		t.Run(name, func(t *testing.T) {
			before := []byte(readSample(t, name))
			c := everything()
			c.Cover = &Cover{samplePicture(t, 40, true)}
			out, f := rewritten(t, before, c)
			if diff := cmp.Diff(want, f.fields.tags()); diff != "" {
				t.Error("tags (-want +got):\n" + diff)
			}
			if l := f.fields.lyrics(); l.Kind != music.SyncedLyrics || !strings.Contains(l.Text, "la") {
				t.Errorf("lyrics %+v", l)
			}
			sameSound(t, before, out)
			checkPicture(t, f, c.Cover.Data)
			probe(t, out, map[string]string{"title": want.Title, "album": want.Album})
		})
	}
}

// sameSound compares the key of the sound and ffmpeg's hash of the packets.
func sameSound(t *testing.T, before, after []byte) {
	t.Helper()
	a, b := parsed(t, before), parsed(t, after)
	if a.audio.AudioKey != b.audio.AudioKey || a.audio.Samples != b.audio.Samples {
		t.Errorf("audio key %x, want %x; %d samples, want %d", b.audio.AudioKey, a.audio.AudioKey, b.audio.Samples, a.audio.Samples)
	}
	if x, y := streamHash(t, before), streamHash(t, after); x != y {
		t.Errorf("ffmpeg's hash is %s, want %s", y, x)
	}
}

// hashes caches ffmpeg's hashes of the samples.
var hashes = map[[32]byte]string{}

func streamHash(t *testing.T, content []byte) string {
	t.Helper()
	key := sha256.Sum256(content)
	if known, ok := hashes[key]; ok {
		return known
	}
	cmd := exec.CommandContext(t.Context(), "ffmpeg", "-v", "error", "-xerror", "-i", tempFile(t, content), "-map", "0:a", "-c", "copy", "-f", "streamhash", "-")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	hashes[key] = string(out)
	return string(out)
}

func tempFile(t *testing.T, content []byte) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "song")
	if err := os.WriteFile(name, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// probe reads the tags with ffprobe.
func probe(t *testing.T, content []byte, want map[string]string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "ffprobe", "-v", "error", "-of", "json", "-show_entries", "format_tags:stream_tags", tempFile(t, content))
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var p struct {
		Format  struct{ Tags map[string]string }
		Streams []struct{ Tags map[string]string }
	}
	if err := json.Unmarshal(out, &p); err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, tags := range append([]struct{ Tags map[string]string }{p.Format}, p.Streams...) {
		for k, v := range tags.Tags {
			if k = strings.ToLower(k); got[k] == "" {
				got[k] = v
			}
		}
	}
	for k, v := range want {
		if got[k] != v {
			t.Errorf("ffprobe: %s is %q, want %q", k, got[k], v)
		}
	}
}

func checkPicture(t *testing.T, f *file, want []byte) {
	t.Helper()
	if f.picture.From == nil {
		if want != nil {
			t.Error("no picture")
		}
		return
	}
	got := make([]byte, f.picture.Size)
	if err := readFull(f.picture.From, got, f.picture.Off); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("a picture of %d bytes, want %d", len(got), len(want))
	}
}

// TestWriteBack changes every field and then restores the original values.
func TestWriteBack(t *testing.T) {
	for _, name := range append([]string{}, writable...) {
		t.Run(name, func(t *testing.T) {
			before := []byte(readSample(t, name))
			was := parsed(t, before).fields
			c := everything()
			c.Cover = &Cover{samplePicture(t, 40, false)}
			changed, _ := rewritten(t, before, c)
			undo := Change{Fields: map[string][]string{}, Cover: &Cover{}}
			for field := range c.Fields {
				undo.Fields[field] = was[field]
			}
			out, f := rewritten(t, changed, undo)
			if diff := cmp.Diff(was.tags(), f.fields.tags()); diff != "" {
				t.Error("tags (-want +got):\n" + diff)
			}
			checkPicture(t, f, nil)
			sameSound(t, before, out)
		})
	}
}

// TestRandomChanges makes many changes in succession. Fields that a change does
// not name keep their values.
func TestRandomChanges(t *testing.T) {
	names := slices.Sorted(maps.Keys(everything().Fields))
	names = slices.DeleteFunc(names, func(n string) bool { return isOneOf(n, "YEAR", "TRACKTOTAL", "DISCTOTAL", "COMPILATION", "BPM") })
	values := []string{"a", "Ünïcode 歌", strings.Repeat("long ", 180) + "end", "=", "x;y", "\U0001f3b5", "2nd (live)"}
	for _, name := range writable {
		t.Run(name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, 2))
			content := []byte(readSample(t, name))
			first := content
			state, _ := rewritten(t, content, Change{Fields: map[string][]string{"BPM": nil}})
			content = state
			want := maps.Clone(parsed(t, content).fields)
			for range 12 {
				c := Change{Fields: map[string][]string{}}
				for range 1 + r.IntN(4) {
					field := names[r.IntN(len(names))]
					c.Fields[field] = nil
					for range r.IntN(3) {
						c.Fields[field] = append(c.Fields[field], values[r.IntN(len(values))])
					}
					switch field {
					case "TRACKNUMBER", "DISCNUMBER":
						c.Fields[field] = []string{[]string{"1", "22", "3"}[r.IntN(3)]}
						total := strings.Replace(field, "NUMBER", "TOTAL", 1)
						c.Fields[total] = nil
					case "DATE":
						c.Fields[field], c.Fields["YEAR"] = []string{"2001"}, nil
					case "LYRICS", "COMMENT", "TITLE":
						c.Fields[field] = c.Fields[field][:min(1, len(c.Fields[field]))]
					}
				}
				if r.IntN(4) == 0 {
					c.Cover = &Cover{samplePicture(t, 8+r.IntN(300), r.IntN(2) == 0)}
				}
				var f *file
				content, f = rewritten(t, content, c)
				for field, v := range c.Fields {
					want[field] = v
					if len(v) == 0 {
						delete(want, field)
					}
				}
				wantTags, gotTags := want.tags(), f.fields.tags()
				if diff := cmp.Diff(wantTags, gotTags); diff != "" {
					t.Fatalf("after %v (-want +got):\n%s", c.Fields, diff)
				}
			}
			sameSound(t, first, content)
		})
	}
}

// TestWriteNothing checks that a file in our own layout stays identical.
func TestWriteNothing(t *testing.T) {
	for _, name := range writable {
		out, _ := rewritten(t, []byte(readSample(t, name)), everything())
		again, _ := rewritten(t, out, Change{})
		if !bytes.Equal(out, again) {
			t.Errorf("%s: another file, %d bytes, was %d", name, len(again), len(out))
		}
	}
}

func TestWriteRefusals(t *testing.T) {
	mp3 := []byte(readSample(t, "sine.mp3"))
	if _, err := tryWrite(mp3, Change{Cover: &Cover{make([]byte, MaxCover+1)}}); music.CodeOf(err) != music.TooLarge {
		t.Errorf("a huge cover: %v", err)
	}
	if _, err := tryWrite([]byte(readSample(t, "fragments.m4a")), everything()); !errors.Is(err, ErrNotWritable) {
		t.Errorf("fragments: %v", err)
	}
	ogg := []byte(readSample(t, "vorbis.ogg"))
	if _, err := tryWrite(append(bytes.Clone(ogg), ogg...), everything()); !errors.Is(err, ErrNotWritable) {
		t.Errorf("two streams behind each other: %v", err)
	}
	var broken *FileError
	if _, err := tryWrite([]byte("no sound"), Change{}); !errors.As(err, &broken) {
		t.Errorf("text: %v", err)
	}
}

// TestOldTagsAgree appends an APE tag and ID3v1 to an MP3. After a change they
// contain no stale values.
func TestOldTagsAgree(t *testing.T) {
	v1 := make([]byte, 128)
	copy(v1, "TAGOld title")
	copy(v1[33:], "Old artist")
	v1[126], v1[127] = 5, 17
	ape := apeTag("Title", "Old title", "REPLAYGAIN_TRACK_GAIN", "-3.5 dB", "Artist", "Old artist")
	audio := strings.TrimPrefix(readSample(t, "sine.aac"), "ID3")
	content := []byte(audio + ape + string(v1))
	out, f := rewritten(t, content, Change{Fields: map[string][]string{"TITLE": {"Neu ♥"}, "ARTIST": nil, "GENRE": {"Jazz"}}})
	tags := f.fields.tags()
	if tags.Title != "Neu ♥" || len(tags.Artists) != 0 || !slices.Equal(tags.Genres, []string{"Jazz"}) || tags.Track != 5 || tags.ReplayGain.TrackGain != -3.5 {
		t.Errorf("%+v", tags)
	}
	if bytes.Contains(out, []byte("Old")) {
		t.Error("a tag still has the old value")
	}
	tail := out[len(out)-128:]
	if string(tail[:8]) != "TAGNeu ?" || tail[127] != 8 {
		t.Errorf("ID3v1 %q", tail)
	}
}

func apeTag(items ...string) string {
	var b strings.Builder
	for i := 0; i < len(items); i += 2 {
		n := len(items[i+1])
		b.WriteString(string([]byte{byte(n), 0, 0, 0, 0, 0, 0, 0}) + items[i] + "\x00" + items[i+1])
	}
	size := b.Len() + 32
	return b.String() + "APETAGEX\xd0\x07\x00\x00" + string([]byte{byte(size), byte(size >> 8), 0, 0, byte(len(items) / 2), 0, 0, 0, 0, 0, 0, 0}) + strings.Repeat("\x00", 8)
}

// TestUnknownFramesStay checks that unknown frames are kept in every version of
// the tag.
func TestUnknownFramesStay(t *testing.T) {
	audio := strings.TrimPrefix(readSample(t, "sine.aac"), "ID3")
	for _, tt := range []struct{ name, tag, want string }{
		{"2.4", tagOf(4, 0, frame("PRIV", "owner\x00secret"), frame("TIT2", "\x03old")), "PRIV\x00\x00\x00\x0c\x00\x00owner\x00secret"},
		{"2.3", tagOf(3, 0, frame("POPM", "me@x\x00\xff\x00\x00\x00\x01"), frame("TYER", "\x002003")), "POPM\x00\x00\x00\x0a\x00\x00me@x\x00\xff\x00\x00\x00\x01"},
		{"2.3 dated", tagOf(3, 0, frame("TYER", "\x002003")), "TDRC\x00\x00\x00\x05\x00\x00\x002003"},
		{"2.3 unsynchronised", tagOf(3, 0x80, strings.ReplaceAll(frame("TEXT", "\x01\xff\xfea\x00"), "\xff", "\xff\x00")), "TEXT\x00\x00\x00\x05\x00\x00\x01\xff\xfea\x00"},
		{"2.2", tagOf(2, 0, "TEN\x00\x00\x03\x00me", "PIC\x00\x00\x0c\x00JPG\x04\x00\xff\xd8\xffxyz"), "APIC\x00\x00\x00\x14\x00\x00\x00image/jpeg\x00\x04\x00\xff\xd8\xffxyz"},
		{"own comments of programs", tagOf(3, 0, frame("COMM", "\x00engiTunNORM\x00 00")), "COMM\x00\x00\x00\x10\x00\x00\x00engiTunNORM\x00 00"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			out, f := rewritten(t, []byte(tt.tag+audio), Change{Fields: map[string][]string{"TITLE": {"new"}, "COMMENT": {"mine"}}})
			if !bytes.Contains(out, []byte(tt.want)) {
				t.Errorf("%q is not in %q", tt.want, out[:200])
			}
			if got := f.fields.tags(); got.Title != "new" || got.Comment != "mine" || bytes.Contains(out, []byte("old")) {
				t.Errorf("%+v", got)
			}
		})
	}
}

// TestPaddingHolds checks that a small change does not move the audio of a FLAC or
// MP4 file.
func TestPaddingHolds(t *testing.T) {
	for _, name := range []string{"sine.flac", "faststart.m4a"} {
		grown, _ := rewritten(t, []byte(readSample(t, name)), everything())
		out, _ := rewritten(t, grown, Change{Fields: map[string][]string{"TITLE": {"Another title, somewhat longer"}}})
		if len(out) != len(grown) {
			t.Errorf("%s: %d bytes, were %d", name, len(out), len(grown))
		}
		sameSound(t, grown, out)
	}
}

// TestRemoveCover removes all pictures from files of every format.
func TestRemoveCover(t *testing.T) {
	for _, name := range writable {
		with, _ := rewritten(t, []byte(readSample(t, name)), Change{Cover: &Cover{samplePicture(t, 64, false)}})
		out, f := rewritten(t, with, Change{Cover: &Cover{}})
		if checkPicture(t, f, nil); f.picture.From != nil {
			t.Errorf("%s: the picture was not removed", name)
		}
		if parsed(t, out).audio.AudioKey != parsed(t, with).audio.AudioKey {
			t.Errorf("%s: the audio changed", name)
		}
	}
}

// TestOggChecksums checks every page, including those of a comment packet that
// spans several pages.
func TestOggChecksums(t *testing.T) {
	for _, name := range []string{"vorbis.ogg", "sine.opus", "flac.oga"} {
		big := Change{Fields: map[string][]string{"LYRICS": {strings.Repeat("la la la\n", 30_000)}}}
		out, _ := rewritten(t, []byte(readSample(t, name)), big)
		sequence := uint32(0)
		for at := 0; at < len(out); sequence++ {
			n := 27 + int(out[at+26])
			for _, v := range out[at+27 : at+n] {
				n += int(v)
			}
			p := bytes.Clone(out[at : at+n])
			crc := slices.Clone(p[22:26])
			clear(p[22:26])
			if got := ogg.Checksum(p); got != uint32(crc[0])|uint32(crc[1])<<8|uint32(crc[2])<<16|uint32(crc[3])<<24 {
				t.Fatalf("%s: page %d has a wrong checksum", name, sequence)
			}
			if p[18] != byte(sequence) || p[19] != byte(sequence>>8) {
				t.Fatalf("%s: page %d is numbered %d", name, sequence, p[18])
			}
			at += n
		}
	}
}
