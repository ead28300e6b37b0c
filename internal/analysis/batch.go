package analysis

import (
	"iter"
	"time"

	"sonora/internal/media/tag"
)

// Batches divides a list of files into batches for Analyse, in order. It reads
// the files' headers to find out their durations; unreadable files count as
// empty.
func Batches(paths []string) iter.Seq[[]string] {
	return func(yield func([]string) bool) {
		var batch []string
		var total time.Duration
		for _, path := range paths {
			var length time.Duration
			if audio, err := tag.Read(path); err == nil {
				length = audio.Duration
			}
			if len(batch) > 0 && (len(batch) == BatchFiles || total+length > BatchDuration) {
				if !yield(batch) {
					return
				}
				batch, total = nil, 0
			}
			batch, total = append(batch, path), total+length
		}
		if len(batch) > 0 {
			yield(batch)
		}
	}
}
