package library_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"syscall"
	"testing"
	"time"

	"sonora/internal/library"
	"sonora/internal/music"
	"sonora/internal/store"
)

// corpusVariable names the environment variable with the folder of a large
// library. A .manifest.json file next to the folder describes its content.
const corpusVariable = "SONORA_CORPUS"

// manifest describes the corpus.
type manifest struct {
	Files    int            `json:"files"`
	Playable int            `json:"playable"`
	Broken   map[string]int `json:"broken"`
	Artists  int            `json:"artists"`
	Genres   int            `json:"genres"`
	Albums   int            `json:"albums"`
}

// BenchmarkScan scans a large library into an empty store, and then again without
// changes. Run it with -benchtime 1x.
func BenchmarkScan(b *testing.B) {
	root := os.Getenv(corpusVariable)
	if root == "" {
		b.Skip(corpusVariable + " names no library to scan")
	}
	want := readManifest(b, root)
	for b.Loop() {
		database := filepath.Join(b.TempDir(), "sonora.db")
		db, err := store.Open(b.Context(), "sqlite:"+database, store.Options{})
		if err != nil {
			b.Fatal(err)
		}
		lib, err := library.New(b.Context(), library.Config{Store: db, Events: noEvents{}, Log: testLog, Roots: []string{root}})
		if err != nil {
			b.Fatal(err)
		}
		first, wall, cpu := measure(b, lib)
		b.ReportMetric(float64(want.Files)/wall.Seconds(), "files/s")
		b.ReportMetric(cpu.Seconds()*1000/float64(want.Files), "cpu-ms/file")
		b.ReportMetric(residentMB(b), "MB-after")
		again, wall, cpu := measure(b, lib)
		b.ReportMetric(float64(wall.Milliseconds()), "rescan-ms")
		b.ReportMetric(float64(cpu.Milliseconds()), "rescan-cpu-ms")
		if again.Added+again.Updated+again.Moved+again.Missing != 0 {
			b.Errorf("the second scan changed something: %+v", again)
		}
		compareWithManifest(b, db, want, first)
		if err := db.Close(); err != nil {
			b.Fatal(err)
		}
		info, err := os.Stat(database)
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(info.Size())/float64(want.Playable), "db-B/track")
	}
}

// BenchmarkCover makes covers of 300 pixels, and then serves them from the cache.
func BenchmarkCover(b *testing.B) {
	root := os.Getenv(corpusVariable)
	if root == "" {
		b.Skip(corpusVariable + " names no library to scan")
	}
	db, err := store.Open(b.Context(), "sqlite:"+filepath.Join(b.TempDir(), "sonora.db"), store.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	lib, err := library.New(b.Context(), library.Config{Store: db, Events: noEvents{}, Log: testLog, Roots: []string{root}, CacheDir: b.TempDir()})
	if err != nil {
		b.Fatal(err)
	}
	measure(b, lib)
	admin := music.Viewer{AccountID: music.NewID(), Role: music.Admin}
	albums, err := db.Albums(b.Context(), admin, music.AlbumFilter{}, music.Page{Limit: music.MaxPageSize})
	if err != nil {
		b.Fatal(err)
	}
	covers := map[string]bool{}
	for _, album := range albums.Items {
		if album.Cover != "" && len(covers) < 100 {
			covers[album.Cover] = true
		}
	}
	for _, name := range []string{"cold", "cached"} {
		b.Run(name, func(b *testing.B) {
			before := processorTime(b)
			for b.Loop() {
				for hash := range covers {
					image, err := lib.Covers.Open(b.Context(), admin, hash, 300, false)
					if err != nil {
						b.Fatal(err)
					}
					if err := image.File.Close(); err != nil {
						b.Fatal(err)
					}
				}
			}
			each := float64(b.N * len(covers))
			b.ReportMetric((processorTime(b)-before).Seconds()*1000/each, "cpu-ms/cover")
		})
	}
}

type noEvents struct{}

func (noEvents) Publish(music.Event) {}

func readManifest(b *testing.B, root string) (m manifest) {
	data, err := os.ReadFile(strings.TrimRight(root, "/") + ".manifest.json")
	if err == nil {
		err = json.Unmarshal(data, &m)
	}
	if err != nil {
		b.Fatal(err)
	}
	return m
}

func measure(b *testing.B, lib *library.Library) (status music.ScanStatus, wall, cpu time.Duration) {
	start, before := time.Now(), processorTime(b)
	status, err := lib.Scan(b.Context(), library.Options{})
	if err != nil {
		b.Fatal(err)
	}
	return status, time.Since(start), processorTime(b) - before
}

func processorTime(b *testing.B) time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		b.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// residentMB returns the memory of the process after a garbage collection.
func residentMB(b *testing.B) float64 {
	runtime.GC()
	debug.FreeOSMemory()
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		b.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(status), "VmRSS:")
	var kB float64
	if _, err := fmt.Sscan(rest, &kB); err != nil {
		b.Fatal(err)
	}
	return kB / 1024
}

func compareWithManifest(b *testing.B, db *store.Store, want manifest, status music.ScanStatus) {
	stats, err := db.LibraryStats(b.Context())
	if err != nil {
		b.Fatal(err)
	}
	problems, err := db.Problems(b.Context(), music.Page{Limit: music.MaxPageSize})
	if err != nil {
		b.Fatal(err)
	}
	kinds := map[music.ProblemKind]int{}
	for _, p := range problems.Items {
		kinds[p.Kind]++
	}
	b.Logf("want %+v\ngot %+v\nproblems %v\nstatus %+v", want, stats, kinds, status)
	if stats.Tracks != want.Playable || status.Found != want.Files || stats.Problems != want.Files-want.Playable {
		b.Errorf("%d tracks and %d problems of %d files; the manifest says %d playable of %d",
			stats.Tracks, stats.Problems, status.Found, want.Playable, want.Files)
	}
}
