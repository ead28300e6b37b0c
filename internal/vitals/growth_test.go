package vitals

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

var start = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

const day = 24 * time.Hour

func disk(path string, used int64) Disk {
	return Disk{Folders: []Folder{{"data", path}}, Total: 1000, Free: 1000 - used}
}

func TestFullAt(t *testing.T) {
	for _, test := range []struct {
		name string
		used []int64 // day by day
		want time.Duration
	}{
		{"no notes", nil, 0},
		{"six days", []int64{100, 110, 120, 130, 140, 150, 160}, 0},
		{"ten more a day", []int64{100, 110, 120, 130, 140, 150, 160, 170}, 83 * day},
		{"nothing more", []int64{100, 100, 100, 100, 100, 100, 100, 100, 100}, 0},
		{"less and less", []int64{300, 290, 280, 270, 260, 250, 240, 230}, 0},
		{"years away", []int64{100, 100, 100, 100, 101, 101, 101, 101, 101}, 0},
		{"one large import", []int64{100, 510, 520, 530, 540, 550, 560, 570, 580}, 42 * day},
	} {
		t.Run(test.name, func(t *testing.T) {
			d, now, latest := diary{}, start, disk("/srv", 0)
			for i, used := range test.used {
				now, latest = start.Add(time.Duration(i)*day), disk("/srv", used)
				if !d.add([]Disk{latest}, now) {
					t.Fatalf("day %d is not noted", i)
				}
			}
			got := d.fullAt(&latest, now)
			if test.want == 0 && !got.IsZero() || test.want > 0 && !got.Equal(now.Add(test.want)) {
				t.Errorf("full at %v, which is in %v days, want %v", got, got.Sub(now).Hours()/24, test.want)
			}
		})
	}
}

func TestDiaryIsKeptInAFile(t *testing.T) {
	folder := t.TempDir()
	d, err := readDiary(folder)
	if err != nil || len(d) != 0 {
		t.Fatalf("no diary yet: %v, %v", d, err)
	}
	if !d.add([]Disk{disk("/srv", 5), disk("/music", 7)}, start) || d.add([]Disk{disk("/srv", 6)}, start.Add(day-time.Second)) {
		t.Error("noted less or more than once a day")
	}
	if err := d.write(folder); err != nil {
		t.Fatal(err)
	}
	d, err = readDiary(folder)
	if err != nil || len(d["/srv"]) != 1 || d["/music"][0] != (note{start, 7}) {
		t.Errorf("read again: %v, %v", d, err)
	}
	if !d.add([]Disk{disk("/srv", 6)}, start.Add(-day)) {
		t.Error("a clock that was set back keeps the diary from going on")
	}
	for i := range 100 {
		d.add([]Disk{disk("/srv", 6)}, start.Add(time.Duration(i+1)*day))
	}
	if n := len(d["/srv"]); n != notesKept {
		t.Errorf("%d notes are kept", n)
	}
	if err := os.WriteFile(filepath.Join(folder, notesFile), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if d, err = readDiary(folder); err == nil || d == nil || len(d) != 0 {
		t.Errorf("a damaged diary: %v, %v", d, err)
	}
}
