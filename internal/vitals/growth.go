package vitals

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"time"
)

const (
	noteEvery = 24 * time.Hour
	notesKept = 30
	// knownAfter is the least time between the first and the last note that tells how
	// fast a disk fills up.
	knownAfter = 7 * 24 * time.Hour
	// farAhead is the longest time that a few weeks of notes foretell.
	farAhead = 5 * 365 * 24 * time.Hour
	// notesFile is in the data folder, because the disks are those of this machine: the
	// servers of a cluster share their database.
	notesFile = "disks.json"
)

// note is how much of a disk was in use at a moment.
type note struct {
	At   time.Time `json:"at"`
	Used int64     `json:"used"` // bytes
}

// diary holds the notes of each disk by the path of its first folder, oldest first.
type diary map[string][]note

// readDiary returns the diary in a folder. A damaged one is begun anew: it only
// foretells.
func readDiary(folder string) (diary, error) {
	content, err := os.ReadFile(filepath.Join(folder, notesFile))
	if errors.Is(err, fs.ErrNotExist) {
		return diary{}, nil
	}
	if err != nil {
		return diary{}, fmt.Errorf("read the notes about disks: %w", err)
	}
	d := diary{}
	if err := json.Unmarshal(content, &d); err != nil || d == nil {
		return diary{}, fmt.Errorf("the notes about disks are damaged and begin anew: %w", err)
	}
	return d, nil
}

// write saves the diary in a folder. A server that is killed meanwhile leaves the old
// one.
func (d diary) write(folder string) error {
	content, err := json.Marshal(d)
	if err != nil {
		return fmt.Errorf("encode the notes about disks: %w", err)
	}
	name := filepath.Join(folder, notesFile)
	if err := os.WriteFile(name+".new", content, 0o600); err != nil {
		return fmt.Errorf("write the notes about disks: %w", err)
	}
	return os.Rename(name+".new", name)
}

// add notes how full the disks are, unless they were noted less than a day ago. It
// reports whether it did.
func (d diary) add(disks []Disk, now time.Time) bool {
	added := false
	for _, disk := range disks {
		path := disk.Folders[0].Path
		list := d[path]
		if n := len(list); n > 0 && now.Sub(list[n-1].At) < noteEvery && !list[n-1].At.After(now) {
			continue
		}
		list = append(list, note{now, disk.Total - disk.Free})
		d[path], added = list[max(0, len(list)-notesKept):], true
	}
	return added
}

// fullAt returns when a disk will be full if it goes on filling up as it has; zero if
// that is not known, not to be expected, or years away.
func (d diary) fullAt(disk *Disk, now time.Time) time.Time {
	perSecond := growth(d[disk.Folders[0].Path])
	if perSecond <= 0 {
		return time.Time{}
	}
	seconds := float64(disk.Free) / perSecond
	if seconds > farAhead.Seconds() {
		return time.Time{}
	}
	return now.Add(time.Duration(seconds * float64(time.Second)))
}

// growth returns the median slope between two notes, in bytes per second. One large
// import, or a day on which much was deleted, hardly changes it.
func growth(list []note) float64 {
	if len(list) == 0 || list[len(list)-1].At.Sub(list[0].At) < knownAfter {
		return 0
	}
	var slopes []float64
	for i, a := range list {
		for _, b := range list[i+1:] {
			if passed := b.At.Sub(a.At).Seconds(); passed > 0 {
				slopes = append(slopes, float64(b.Used-a.Used)/passed)
			}
		}
	}
	slices.Sort(slopes)
	if len(slopes) == 0 || math.IsNaN(slopes[len(slopes)/2]) {
		return 0
	}
	return slopes[len(slopes)/2]
}
