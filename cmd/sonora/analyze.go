package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"

	"sonora/internal/analysis"
	"sonora/internal/analysis/plot"
	"sonora/internal/media/ffmpeg"
	"sonora/internal/media/tag"
	"sonora/internal/music"
	"sonora/internal/sound"
)

type analyzeCmd struct {
	Plot  string   `help:"Draw the analysis of each file as a PNG in this folder." placeholder:"DIR"`
	Files []string `arg:"" name:"file" help:"Audio files or folders of audio files."`
}

var errSomeFailed = errors.New("some files could not be analysed")

func (c *analyzeCmd) Run(ctx context.Context) error {
	runner, err := ffmpeg.Find(ctx)
	if err != nil {
		return err
	}
	if c.Plot != "" {
		if err := os.MkdirAll(c.Plot, 0o755); err != nil {
			return fmt.Errorf("create the folder for pictures: %w", err)
		}
	}
	files, err := audioFiles(c.Files)
	if err != nil {
		return err
	}
	run := &analyzing{analyzeCmd: c, analyser: &analysis.Analyser{FFmpeg: runner}, out: json.NewEncoder(os.Stdout), drawn: map[string]bool{}}
	for batch := range analysis.Batches(files) {
		if err := run.batch(ctx, batch); err != nil {
			return err
		}
	}
	if run.failed {
		return errSomeFailed
	}
	return nil
}

// audioFiles lists the audio files in folders. It accepts a file that is named
// explicitly, whatever its extension.
func audioFiles(arguments []string) ([]string, error) {
	var files []string
	for _, argument := range arguments {
		info, err := os.Stat(argument)
		if err != nil || !info.IsDir() {
			files = append(files, argument) // errors about it are printed on its line
			continue
		}
		err = filepath.WalkDir(argument, func(name string, d fs.DirEntry, err error) error {
			if err == nil && d.Type().IsRegular() && tag.IsAudioName(d.Name()) {
				files = append(files, name)
			}
			return err
		})
		if err != nil {
			return nil, fmt.Errorf("look for files: %w", err)
		}
	}
	return files, nil
}

// analyzing is the state of the command.
type analyzing struct {
	*analyzeCmd
	analyser *analysis.Analyser
	out      *json.Encoder
	drawn    map[string]bool // names of the pictures drawn so far
	failed   bool
}

func (r *analyzing) batch(ctx context.Context, files []string) error {
	for i, result := range r.analyser.Analyse(ctx, files) {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if result.Err != nil {
			r.failed = true
			if err := r.out.Encode(failedLine{files[i], analysis.Reason(result.Err).String()}); err != nil {
				return err
			}
			continue
		}
		if err := r.out.Encode(newLine(files[i], result.Analysis)); err != nil {
			return err
		}
		if r.Plot != "" {
			if err := r.draw(files[i], &result); err != nil {
				return fmt.Errorf("draw %s: %w", files[i], err)
			}
		}
	}
	return nil
}

// draw writes the picture of a file. It adds numbers to duplicate names.
func (r *analyzing) draw(file string, result *analysis.Result) error {
	base := filepath.Base(file)
	name := base + ".png"
	for n := 2; r.drawn[name]; n++ {
		name = fmt.Sprintf("%s-%d.png", base, n)
	}
	r.drawn[name] = true
	return writeTo(filepath.Join(r.Plot, name), func(w io.Writer) error {
		return plot.Draw(w, plot.Drawing{Title: title(base, result.Audio), Analysis: result.Analysis, Peaks: result.Peaks, Levels: result.Levels})
	})
}

func title(name string, audio *music.AudioFile) string {
	if tags := audio.Tags; tags.Title != "" && len(tags.Artists) > 0 {
		return tags.Artists[0] + " – " + tags.Title
	}
	return name
}

func writeTo(name string, write func(io.Writer) error) error {
	file, err := os.Create(name)
	if err != nil {
		return err
	}
	return errors.Join(write(file), file.Close())
}

type failedLine struct {
	Path  string `json:"path"`
	Error string `json:"error"`
}

// line is the output for one file. Times are in seconds.
type line struct {
	Path          string          `json:"path"`
	Duration      float64         `json:"duration"`
	Samples       int64           `json:"samples"`
	SampleRate    int             `json:"sampleRate"`
	BPM           float64         `json:"bpm"` // 0 without a steady beat
	BPMAlt        float64         `json:"bpmAlt"`
	BPMConfidence float64         `json:"bpmConfidence"`
	Key           string          `json:"key"`
	KeyConfidence float64         `json:"keyConfidence"`
	Loudness      float64         `json:"loudness"` // LUFS
	TruePeak      float64         `json:"truePeak"` // dBTP
	Energy        float64         `json:"energy"`
	Meter         int             `json:"meter"`
	Beats         []float64       `json:"beats"`
	Downbeats     []float64       `json:"downbeats"`
	Sections      []sound.Section `json:"sections"`
	Cues          []sound.Cue     `json:"cues"`
}

func newLine(path string, a *sound.Analysis) line {
	l := line{
		Path: path, Duration: micro(float64(a.Samples) / float64(a.SampleRate)), Samples: a.Samples, SampleRate: a.SampleRate,
		BPM: micro(a.Tempo.BPM), BPMAlt: micro(a.Tempo.Alt), BPMConfidence: micro(a.Tempo.Confidence),
		Key: a.Key.String(), KeyConfidence: micro(a.KeyTrust), Loudness: micro(a.Loudness.Integrated), TruePeak: micro(a.Loudness.TruePeak),
		Energy: micro(a.Energy), Meter: a.Meter, Beats: micros(a.Beats()), Downbeats: micros(a.Downbeats()), Sections: a.Sections, Cues: a.Cues,
	}
	for i := range l.Sections {
		s := &l.Sections[i]
		s.Start, s.End, s.Energy = micro(s.Start), micro(s.End), micro(s.Energy)
	}
	for i := range l.Cues {
		l.Cues[i].At = micro(l.Cues[i].At)
	}
	return l
}

// micro rounds to millionths. Further digits would only look exact.
func micro(v float64) float64 { return math.Round(v*1e6) / 1e6 }

func micros(values []float64) []float64 {
	out := make([]float64, len(values))
	for i, v := range values {
		out[i] = micro(v)
	}
	return out
}
