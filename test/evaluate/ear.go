package main

import (
	"context"
	"syscall"
	"time"

	"sonora/internal/analysis"
	"sonora/internal/media/ffmpeg"
	"sonora/internal/sound"
)

// ear is the analysis being measured.
type ear struct{ analyser *analysis.Analyser }

func newEar(ctx context.Context) (*ear, error) {
	runner, err := ffmpeg.Find(ctx)
	if err != nil {
		return nil, err
	}
	return &ear{&analysis.Analyser{FFmpeg: runner}}, nil
}

// hear analyses one file and returns the CPU time used, including ffmpeg's.
func (e *ear) hear(ctx context.Context, path string) (*sound.Analysis, time.Duration, error) {
	before := cpu()
	result := e.analyser.Analyse(ctx, []string{path})[0]
	return result.Analysis, cpu() - before, result.Err
}

// cpu returns the CPU time of this process and its finished children.
func cpu() time.Duration {
	var total int64
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var use syscall.Rusage
		if syscall.Getrusage(who, &use) == nil {
			total += use.Utime.Nano() + use.Stime.Nano()
		}
	}
	return time.Duration(total)
}
