package file

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"sonora/internal/ai/compose"
	"sonora/internal/ai/compose/mixdown"
	"sonora/internal/ai/compose/plan"
	"sonora/internal/ai/compose/prompt"
	"sonora/internal/media/tag"
)

// composed returns a short piece and its sound.
func composed(t *testing.T) (*compose.Piece, []float32, []mixdown.Stem) {
	t.Helper()
	piece, err := compose.Write(plan.Make(prompt.Read("sad piano in F# minor, 15 seconds"), 3))
	if err != nil {
		t.Fatal(err)
	}
	var samples []float32
	var stems []mixdown.Stem
	err = piece.Play(t.Context(), compose.Options{
		Sound: func(block []float32) error { samples = append(samples, block...); return nil },
		Stems: func(all []mixdown.Stem) error {
			for i, s := range all {
				if i == len(stems) {
					stems = append(stems, mixdown.Stem{Name: s.Name})
				}
				stems[i].Samples = append(stems[i].Samples, s.Samples...)
			}
			return nil
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	return piece, samples, stems
}

func TestFilesHoldTheSoundAndTheLabel(t *testing.T) {
	piece, samples, stems := composed(t)
	for _, stem := range stems {
		if len(stem.Samples) != len(samples) {
			t.Errorf("%s has %d samples, and the mix %d", stem.Name, len(stem.Samples), len(samples))
		}
	}
	for _, extension := range []string{".flac", ".WAV"} {
		name := filepath.Join(t.TempDir(), "piece"+extension)
		s, err := Create(name, piece.Plan.Seed)
		if err != nil {
			t.Fatal(err)
		}
		for block := range slices.Chunk(samples, 1000) {
			if err := s.Write(block); err != nil {
				t.Fatal(err)
			}
		}
		label := Label{Artist: "Ana", Album: Album{Title: "Days", Year: 2026, Number: 2, Total: 5}}
		if err := s.Finish(piece, label); err != nil {
			t.Fatal(err)
		}
		audio, err := tag.Read(name)
		if err != nil {
			t.Fatal(err)
		}
		if audio.Samples != int64(len(samples)/2) || audio.SampleRate != compose.Rate || audio.Channels != 2 {
			t.Errorf("%s: %d frames of %d channels at %d Hz, not %d", extension, audio.Samples, audio.Channels, audio.SampleRate, len(samples)/2)
		}
		if audio.Tags.Title != piece.Plan.Title || audio.Tags.BPM != piece.Plan.BPM || !bytes.Contains([]byte(audio.Tags.Comment), []byte("AI")) {
			t.Errorf("%s: tags are %+v", extension, audio.Tags)
		}
		if g := audio.Tags; !g.AIGenerated || g.Artists[0] != "Ana" || g.Album != "Days" || g.Year != 2026 || g.Track != 2 || g.TrackTotal != 5 {
			t.Errorf("%s: tags are %+v", extension, g)
		}
		if audio.Picture.Width != coverSize {
			t.Errorf("%s: the cover is %d pixels wide", extension, audio.Picture.Width)
		}
		content := read(t, name)
		if !bytes.Contains(content, []byte(algorithmic)) {
			t.Errorf("%s: no digital source type", extension)
		}
		if extension == ".WAV" && !bytes.Contains(content, mixdown.NewDither(piece.Plan.Seed).Append(nil, samples)) {
			t.Error("the WAV file holds other sound than was heard")
		}
		if names, _ := os.ReadDir(filepath.Dir(name)); len(names) != 1 {
			t.Errorf("%s: the folder holds %v", extension, names)
		}
	}
	testStems(t, stems)
}

func testStems(t *testing.T, stems []mixdown.Stem) {
	folder := filepath.Join(t.TempDir(), "stems")
	s, err := CreateStems(folder)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(s.Write(stems), s.Write(stems), s.Close()); err != nil {
		t.Fatal(err)
	}
	for _, stem := range stems {
		content := read(t, filepath.Join(folder, stem.Name+".wav"))
		if size := binary.LittleEndian.Uint32(content[40:]); int(size) != len(content)-wavHead || len(content) != wavHead+8*len(stem.Samples) {
			t.Errorf("%s: %d bytes of sound in a file of %d", stem.Name, size, len(content))
		}
		for i, v := range stem.Samples {
			if got := math.Float32frombits(binary.LittleEndian.Uint32(content[wavHead+4*i:])); got != v {
				t.Errorf("%s: sample %d is %v, not %v", stem.Name, i, got, v)
				break
			}
		}
	}
}

func TestStemsArePacked(t *testing.T) {
	piece, samples, stems := composed(t)
	folder := t.TempDir()
	var packed bytes.Buffer
	if err := WriteStems(t.Context(), &packed, piece, folder, Label{Artist: "Ana"}); err != nil {
		t.Fatal(err)
	}
	archive, err := zip.NewReader(bytes.NewReader(packed.Bytes()), int64(packed.Len()))
	if err != nil || len(archive.File) != len(stems) {
		t.Fatalf("%d files for %d stems: %v", len(archive.File), len(stems), err)
	}
	name := filepath.Join(t.TempDir(), "stem.flac")
	for i, f := range archive.File {
		content, err := fs.ReadFile(archive, f.Name)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, content, 0o600); err != nil {
			t.Fatal(err)
		}
		audio, err := tag.Read(name)
		if err != nil {
			t.Fatal(err)
		}
		if f.Name != stems[i].Name+".flac" || audio.Samples != int64(len(samples)/2) || audio.Tags.Artists[0] != "Ana" || audio.Tags.Title != piece.Plan.Title {
			t.Errorf("%s: %d samples, %+v", f.Name, audio.Samples, audio.Tags)
		}
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if err := WriteStems(ended, io.Discard, piece, folder, Label{}); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end: %v", err)
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("left over: %v, %v", left, err)
	}
}

func TestCreateRefusesOtherFormats(t *testing.T) {
	folder := t.TempDir()
	if _, err := Create(filepath.Join(folder, "piece.mp3"), 1); !errors.Is(err, ErrFormat) {
		t.Errorf("an MP3 file: %v", err)
	}
	s, err := Create(filepath.Join(folder, "piece.wav"), 1)
	if err != nil {
		t.Fatal(err)
	}
	s.Discard()
	if names, _ := os.ReadDir(folder); len(names) != 0 {
		t.Errorf("a discarded file leaves %v", names)
	}
}

func read(t *testing.T, name string) []byte {
	t.Helper()
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return content
}
