package tag

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"sonora/internal/media/picture"
	"sonora/internal/music"
)

// tagOf builds a tag of the given version from encoded frames.
func tagOf(version, flags byte, frames ...string) string {
	body := strings.Join(frames, "")
	n := len(body)
	return "ID3" + string([]byte{version, 0, flags, byte(n >> 21), byte(n >> 14 & 127), byte(n >> 7 & 127), byte(n & 127)}) + body
}

func frame(id, body string) string {
	n := len(body)
	return id + string([]byte{0, 0, byte(n >> 7), byte(n & 127), 0, 0}) + body // sizes below 128 are the same in 2.3 and 2.4
}

func readSample(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("..", "testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func readString(content string) (*music.AudioFile, error) {
	s, err := newSource(strings.NewReader(content), int64(len(content)))
	if err != nil {
		return nil, err
	}
	defer s.Close()
	return readAudio(s)
}

func TestID3(t *testing.T) {
	const uuid = "0383dadf-2a4e-4d10-a46a-e9e041da8eb3"
	tests := []struct {
		name string
		tag  string
		want music.Tags
	}{
		{"several values", tagOf(4, 0, frame("TPE1", "\x03Ana\x00Bo\x00")), music.Tags{Artists: []string{"Ana", "Bo"}}},
		{"a slash is a name", tagOf(3, 0, frame("TPE1", "\x00AC/DC")), music.Tags{Artists: []string{"AC/DC"}}},
		{"UTF-16", tagOf(3, 0, frame("TIT2", "\x01\xff\xfe\xc9\x00t\x00")), music.Tags{Title: "Ét"}},
		{"UTF-16BE", tagOf(4, 0, frame("TIT2", "\x02\x00\xc9\x00t")), music.Tags{Title: "Ét"}},
		{"Latin-1", tagOf(3, 0, frame("TIT2", "\x00\xc9t")), music.Tags{Title: "Ét"}},
		{"NFC", tagOf(4, 0, frame("TIT2", "\x03E\u0301t")), music.Tags{Title: "Ét"}},
		{"control characters", tagOf(4, 0, frame("TIT2", "\x03 a\nb\x07 ")), music.Tags{Title: "a b"}},
		{"unsynchronised", tagOf(3, 0x80, strings.ReplaceAll(frame("TIT2", "\x01\xff\xfea\x00"), "\xff", "\xff\x00")), music.Tags{Title: "a"}},
		{"version 2.2", tagOf(2, 0, "TT2\x00\x00\x02\x00a", "TP1\x00\x00\x02\x00b"), music.Tags{Title: "a", Artists: []string{"b"}}},
		{"genre numbers", tagOf(3, 0, frame("TCON", "\x00(17)(4)Eurodisco")), music.Tags{Genres: []string{"Rock", "Disco", "Eurodisco"}}},
		{"genre number alone", tagOf(4, 0, frame("TCON", "\x0317\x00Jazz")), music.Tags{Genres: []string{"Rock", "Jazz"}}},
		{"compilation", tagOf(3, 0, frame("TCMP", "\x001")), music.Tags{Compilation: true}},
		{"made by AI", tagOf(3, 0, frame("TXXX", "\x00DigitalSourceType\x00http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia")), music.Tags{AIGenerated: true}},
		{"own comment first", tagOf(3, 0, frame("COMM", "\x00engiTunNORM\x00 00"), frame("COMM", "\x00engx\x00b"), frame("COMM", "\x00eng\x00a")), music.Tags{Comment: "a"}},
		{
			"MusicBrainz", tagOf(3, 0, frame("UFID", "http://musicbrainz.org\x00"+uuid), frame("TXXX", "\x00MusicBrainz Artist Id\x00"+uuid+"/"+uuid)),
			music.Tags{MusicBrainzRecordingID: uuid, MusicBrainzArtistIDs: []string{uuid, uuid}},
		},
		{
			"ReplayGain", tagOf(3, 0, frame("TXXX", "\x00replaygain_track_gain\x00-6,50 dB"), frame("TXXX", "\x00REPLAYGAIN_TRACK_PEAK\x000.98")),
			music.Tags{ReplayGain: music.ReplayGain{TrackGain: -6.5, HasTrack: true, TrackPeak: 0.98}},
		},
		{"credit", tagOf(4, 0, frame("TPE1", "\x03A feat. B"), frame("TXXX", "\x03ARTISTS\x00A\x00B")), music.Tags{Artists: []string{"A", "B"}, ArtistCredit: "A feat. B"}},
	}
	audio := readSample(t, "sine.aac")
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := readString(tt.tag + audio)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got.Tags); diff != "" {
				t.Error("tags (-want +got):\n" + diff)
			}
		})
	}
}

func TestLyrics(t *testing.T) {
	audio := readSample(t, "sine.aac")
	tests := []struct {
		name, tag string
		want      music.Lyrics
	}{
		{"plain", tagOf(3, 0, frame("USLT", "\x00eng\x00la\r\nla")), music.Lyrics{Kind: music.PlainLyrics, Text: "la\nla"}},
		{"LRC inside", tagOf(3, 0, frame("USLT", "\x00eng\x00[00:01.50]la")), music.Lyrics{Kind: music.SyncedLyrics, Text: "[00:01.50]la"}},
		{
			"times", tagOf(3, 0, frame("USLT", "\x00eng\x00la"), frame("SYLT", "\x00eng\x02\x01\x00la\x00\x00\x01\x00\x00")),
			music.Lyrics{Kind: music.SyncedLyrics, Text: "[01:05.53]la"},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := readString(tt.tag + audio)
			if err != nil {
				t.Fatal(err)
			}
			if got.Lyrics != tt.want {
				t.Errorf("got %+v", got.Lyrics)
			}
		})
	}
}

func TestReadLyricsFile(t *testing.T) {
	for content, want := range map[string]music.LyricsKind{
		"[ti:Song]\n[00:00.50]la\n":                        music.SyncedLyrics,
		"\xff\xfe[\x000\x001\x00:\x000\x002\x00]\x00a\x00": music.SyncedLyrics,
		"[Chorus]\nla la\n":                                music.PlainLyrics,
		"":                                                 "",
	} {
		path := filepath.Join(t.TempDir(), "a.lrc")
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		got, err := ReadLyrics(path)
		if err != nil || got.Kind != want {
			t.Errorf("%q: got %q %v, want %q", content, got.Kind, err, want)
		}
	}
}

// The key of the sound does not depend on the tags.
func TestAudioKeyIgnoresTags(t *testing.T) {
	audio := readSample(t, "sine.aac")
	bare, err := readString(audio)
	if err != nil {
		t.Fatal(err)
	}
	v1 := "TAG" + strings.Repeat("\x00", 125)
	tagged, err := readString(tagOf(4, 0, frame("TIT2", "\x03Title")) + audio + v1)
	if err != nil {
		t.Fatal(err)
	}
	if bare.AudioKey != tagged.AudioKey {
		t.Errorf("%x without tags, %x with", bare.AudioKey, tagged.AudioKey)
	}
	moved, err := readString(readSample(t, "faststart.m4a"))
	if err != nil {
		t.Fatal(err)
	}
	first, err := readString(readSample(t, "sine.m4a"))
	if err != nil {
		t.Fatal(err)
	}
	if moved.AudioKey != first.AudioKey {
		t.Errorf("%x with the index in front, %x at the end", moved.AudioKey, first.AudioKey)
	}
}

// A file that lacks a few per cent is a song of its remaining length.
func TestSlightlyTruncated(t *testing.T) {
	for _, name := range []string{"sine.wav", "sine.aiff", "sine.mp3", "faststart.m4a", "sine.flac"} {
		b := readSample(t, name)
		whole, err := readString(b)
		if err != nil {
			t.Fatal(err)
		}
		got, err := readString(b[:len(b)*96/100])
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if got.Samples > whole.Samples || got.Samples < whole.Samples*9/10 {
			t.Errorf("%s: %d samples of %d", name, got.Samples, whole.Samples)
		}
	}
}

func TestPicture(t *testing.T) {
	png := "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x10\x00\x00\x00\x20"
	audio := readSample(t, "sine.aac")
	back, front := frame("APIC", "\x00image/png\x00\x04\x00"+png+"back"), frame("APIC", "\x00image/png\x00\x03\x00"+png)
	content := tagOf(3, 0, back, front) + audio
	got, err := readString(content)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	song, cover := filepath.Join(dir, "a.mp3"), filepath.Join(dir, "cover.png")
	if err := errors.Join(os.WriteFile(song, []byte(content), 0o600), os.WriteFile(cover, []byte(png), 0o600)); err != nil {
		t.Fatal(err)
	}
	want, err := picture.DescribeFile(cover)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got.Picture); diff != "" || want.Width != 16 || want.Height != 32 || want.MIME != "image/png" {
		t.Errorf("cover file %+v (-file +embedded):\n%s", want, diff)
	}
	b, err := ReadPicture(song)
	if err != nil || string(b) != png {
		t.Errorf("got %q, %v", b, err)
	}
	if _, err := picture.DescribeFile(song); err == nil {
		t.Error("a song was accepted as a picture")
	}
}

// shrinking is a file that is truncated after it was opened.
type shrinking struct{ *bytes.Reader }

func (s shrinking) ReadAt(p []byte, off int64) (int, error) {
	if off+int64(len(p)) > s.Size()/2 && off > 0 {
		return 0, io.EOF
	}
	return s.Reader.ReadAt(p, off)
}

func TestShrinkingFile(t *testing.T) {
	wav := "RIFF\x00\x00\x00\x00WAVEfmt \x10\x00\x00\x00\x01\x00\x02\x00\x40\x1f\x00\x00\x00\x7d\x00\x00\x04\x00\x10\x00data\xff\xff\xff\xff"
	b := []byte(wav + strings.Repeat("\x01", 4*headSize))
	s, err := newSource(shrinking{bytes.NewReader(b)}, int64(len(b)))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	_, err = readAudio(s)
	var fe *FileError
	if !errors.As(err, &fe) || fe.Kind != music.UnreadableFile {
		t.Errorf("got %v, want unreadable", err)
	}
}

func TestNames(t *testing.T) {
	for name, want := range map[string]bool{"a.MP3": true, "a.opus": true, "a.txt": false, "._a.mp3": false, "mp3": false} {
		if IsAudioName(name) != want {
			t.Errorf("IsAudioName(%q) is %t", name, !want)
		}
	}
}
