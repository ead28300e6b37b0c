package ai

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"time"

	"sonora/internal/ai/compose"
	"sonora/internal/ai/compose/file"
	"sonora/internal/ai/compose/judge"
	"sonora/internal/art"
	"sonora/internal/generation"
	"sonora/internal/media/ffmpeg"
	"sonora/internal/media/tag"
	"sonora/internal/music"
)

// recording is the sound of a piece that something else than the composer made.
type recording struct {
	path    string
	length  time.Duration
	verdict *judge.Verdict // nil without ffmpeg
}

var (
	errUnplayable = music.NewError(music.Conflict, "The file of this piece cannot be played. Your library is unchanged.")
	errSilent     = music.NewError(music.Conflict, "The file of this piece is silent. Your library is unchanged.")
)

const (
	inaudible = -50              // LUFS
	usual     = -14              // LUFS, of music that is ready to be streamed
	leastPart = 4                // of an order, at least one part of so many has to arrive
	longLeast = 20 * time.Second // that are always enough, because some services decide how long their music is
)

// checkSound returns an error for a recording that nobody would call the piece that was
// asked for: it is silent, much shorter than the order, or breaks off far before the
// end that its file announces.
func checkSound(heard *judge.Measures, ordered, announced time.Duration) error {
	sound := time.Duration(heard.Sound * float64(time.Second))
	switch {
	case heard.Loudness < inaudible || sound == 0:
		return errSilent
	case sound < min(ordered/leastPart, longLeast), sound < announced/leastPart:
		return music.NewError(music.Conflict, "The file of this piece has only %d seconds of music. Your library is unchanged.", int(math.Round(sound.Seconds())))
	}
	return nil
}

// examine measures the file of a provider, and labels it. Uncompressed sound, and files
// that cannot be labelled, become FLAC. It returns errUnplayable for what is not music, and the
// errors of checkSound.
func (w *work) examine(ctx context.Context, path string) (*recording, error) {
	sound, err := ffmpeg.Probe(path)
	if err != nil {
		return nil, unplayable(err)
	}
	r := &recording{path: path, length: sound.Audio.Duration}
	label, err := labelOf(&w.x, sound.Audio.Picture == nil)
	if err != nil {
		return nil, err
	}
	err = tagged(path, path+".tagged", label)
	if errors.Is(err, tag.ErrNotWritable) || isUncompressed(sound.Audio.Format) {
		return r, w.hear(ctx, r, &sound, &label)
	}
	if err != nil {
		return nil, unplayable(err)
	}
	r.path = path + ".tagged"
	return r, w.hear(ctx, r, &sound, nil)
}

func isUncompressed(f music.AudioFormat) bool { return f == music.WAV || f == music.AIFF }

// unplayable returns errUnplayable for an error that is the fault of the file.
func unplayable(err error) error {
	if _, ok := errors.AsType[*tag.FileError](err); ok {
		return errUnplayable.Because(err)
	}
	return err
}

// hear decodes a recording and rates it; with a label, it also writes it as FLAC. It
// does nothing without ffmpeg.
func (w *work) hear(ctx context.Context, r *recording, sound *ffmpeg.Sound, label *tag.Change) error {
	runner, err := w.FFmpeg(ctx)
	if errors.Is(err, ffmpeg.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	ears, err := judge.Listen(nil)
	if err != nil {
		return err
	}
	hearer := listener{ears: ears}
	if label != nil {
		if hearer.flac, err = file.Create(r.path+".flac", w.x.Seed); err != nil {
			return err
		}
		defer hearer.flac.Discard()
	}
	sound.Rate, sound.Stereo = compose.Rate, true
	if err := runner.Decode(ctx, []ffmpeg.Sound{*sound}, true, func(int) ffmpeg.Listener { return &hearer })[0]; err != nil {
		return unplayable(err)
	}
	heard := ears.Measures()
	if err := checkSound(&heard, w.x.Duration, sound.Audio.Duration); err != nil {
		return err
	}
	verdict := judge.Rate(judge.Wanted{Loudness: usual}, heard)
	r.verdict, r.length = &verdict, time.Duration(heard.Seconds*float64(time.Second))
	if label == nil {
		return nil
	}
	r.path += ".flac"
	return hearer.flac.FinishAs(*label)
}

// listener passes sound on to who rates it and to a file, if there is one.
type listener struct {
	ears *judge.Listener
	flac *file.Sound
}

// Hear implements ffmpeg.Listener.
func (l *listener) Hear(samples []float32) error {
	l.ears.Hear(samples)
	if l.flac == nil {
		return nil
	}
	return l.flac.Write(samples)
}

// trained is the term of the IPTC's vocabulary of digital source types for what a model
// made that learned from other works.
const trained = "http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia"

// labelOf returns the tags of a piece by a provider, which say that AI made it, and a
// drawn cover if it is to have one.
func labelOf(x *generation.Generation, covered bool) (tag.Change, error) {
	c := tag.Change{Fields: map[string][]string{
		"TITLE": {x.Title}, "ARTIST": {x.OwnerName}, "COMMENT": {fmt.Sprintf("Made by %s (AI). Prompt: %s", x.Provider, x.Prompt)},
		"AI_GENERATED": {"1"}, "DIGITALSOURCETYPE": {trained},
	}}
	if !covered {
		return c, nil
	}
	picture, err := art.JPEG(fmt.Sprintf("%s %d", x.Title, x.Seed), false, coverSize)
	c.Cover = &tag.Cover{Data: picture}
	return c, err
}

const coverSize = 1200 // pixels

// tagged writes a copy of a file with other tags.
func tagged(path, copied string, change tag.Change) (err error) {
	from, err := os.Open(path)
	if err != nil {
		return err
	}
	defer from.Close()
	info, err := from.Stat()
	if err != nil {
		return err
	}
	to, err := os.Create(copied)
	if err != nil {
		return err
	}
	return errors.Join(tag.Write(to, from, info.Size(), change), to.Close())
}
