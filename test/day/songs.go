package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// kind is a group of generated files.
type kind struct {
	name      string // of its titles: “Song 07”
	count     int
	tone      int // Hz, of the first
	seconds   int // of the first
	spread    int // s
	isBetween bool
}

// toneStep is what lies between two tones, in Hz.
const toneStep = 50

// kinds are all files. No two have the same tone.
var kinds = []kind{
	{name: "Song", count: 40, tone: 300, seconds: 60, spread: 91},
	{name: "Feature", count: 8, tone: 2350, seconds: 60, spread: 31},
	{name: "Jingle", count: 4, tone: 2800, seconds: 5, spread: 4, isBetween: true},
	{name: "Voice", count: 4, tone: 3050, seconds: 5, spread: 4, isBetween: true},
	{name: "Hourly", count: 2, tone: 3300, seconds: 8, spread: 4, isBetween: true},
}

const (
	helloTone   = 3500 // Hz: the first seconds of every DJ
	goodbyeTone = 3600 // the last seconds
	djTone      = 3700 // the rest, of the first DJ
	djTones     = 26
	callSeconds = 3 // of hello and goodbye
)

func (k kind) title(i int) string { return fmt.Sprintf("%s %02d", k.name, i) }

func (k kind) length(i int) int { return k.seconds + i*37%k.spread }

// toneOf returns the tone of a title in Hz; 0 for none.
func toneOf(title string) int {
	for _, k := range kinds {
		number, found := strings.CutPrefix(title, k.name+" ")
		if i, err := strconv.Atoi(number); found && err == nil {
			return k.tone + i*toneStep
		}
	}
	return 0
}

// isBetween reports whether a title is not a song.
func isBetween(title string) bool {
	for _, k := range kinds {
		if k.isBetween && strings.HasPrefix(title, k.name) {
			return true
		}
	}
	return false
}

// generate fills a folder with files, unless they are there.
func generate(ctx context.Context, folder string) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	for _, k := range kinds {
		for i := range k.count {
			file := filepath.Join(folder, k.title(i)+".mp3")
			if _, err := os.Stat(file); err == nil {
				continue
			}
			source := fmt.Sprintf("sine=f=%d:r=44100:d=%d,volume=2", k.tone+i*toneStep, k.length(i))
			err := ffmpeg(ctx, "-f", "lavfi", "-i", source, "-ac", "2", "-b:a", "192k", "-metadata", "title="+k.title(i), "-metadata", fmt.Sprintf("artist=%s Band %d", k.name, i),
				"-metadata", fmt.Sprintf("album=%s Album %d", k.name, i), file)
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// generateShow writes what a DJ sends: hello, a tone and goodbye.
func generateShow(ctx context.Context, file string, tone int, seconds float64) error {
	source := fmt.Sprintf("aevalsrc='0.25*sin(2*PI*t*if(lt(t,%[1]d),%[2]d,if(gt(t,%[3]g),%[4]d,%[5]d)))':s=44100:d=%[6]g", callSeconds, helloTone, seconds-callSeconds, goodbyeTone, tone, seconds)
	return ffmpeg(ctx, "-f", "lavfi", "-i", source, "-ac", "2", "-b:a", strconv.Itoa(bitrate)+"k", "-write_xing", "0", "-id3v2_version", "0", file)
}

func ffmpeg(ctx context.Context, args ...string) error {
	if out, err := exec.CommandContext(ctx, "ffmpeg", append([]string{"-v", "error", "-nostdin", "-y"}, args...)...).CombinedOutput(); err != nil {
		return fmt.Errorf("ffmpeg: %w: %s", err, out)
	}
	return nil
}
