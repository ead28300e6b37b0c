package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

const (
	stationSongs = 6
	songSeconds  = 180
)

// generateSongs fills a folder with songs: chords, a beat and noise, so that
// encoders work as hard as with music.
func generateSongs(ctx context.Context, folder string) error {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return err
	}
	for i := range stationSongs {
		tone, beat := 110+17*i, 0.4+0.03*float64(i)
		side := func(first, second float64) string {
			return fmt.Sprintf("0.2*(sin(2*PI*%[1]d*%[2]g*t)+0.5*sin(2*PI*%[1]d*2*t)+0.4*sin(2*PI*%[1]d*%[3]g*t))*exp(-3*mod(t,%[4]g))"+
				"+0.4*sin(2*PI*(50*mod(t,%[4]g)+4*(1-exp(-30*mod(t,%[4]g)))))*exp(-12*mod(t,%[4]g))+0.2*(random(0)-0.5)*exp(-60*mod(t,%[4]g/2))",
				tone, first, second, beat)
		}
		source := fmt.Sprintf("aevalsrc='%s|%s':s=44100:d=%d", side(1, 3.02), side(1.5, 4.02), songSeconds)
		file := filepath.Join(folder, fmt.Sprintf("%d.mp3", i))
		args := []string{"-v", "error", "-nostdin", "-y", "-f", "lavfi", "-i", source, "-b:a", "192k", "-metadata", fmt.Sprintf("title=Song %d", i), "-metadata", fmt.Sprintf("artist=Artist %d", i), file}
		if out, err := exec.CommandContext(ctx, "ffmpeg", args...).CombinedOutput(); err != nil {
			return fmt.Errorf("%w: %s", err, out)
		}
	}
	return nil
}

// measureStations prints what stations with an AutoDJ cost, with their decoders
// and encoders.
func measureStations(ctx context.Context, out io.Writer, o options, s *server, c *client) error {
	if _, err := waitForScan(ctx, c, ""); err != nil {
		return err
	}
	var tracks []struct{ ID string }
	if err := c.call(ctx, http.MethodGet, "/api/tracks?limit=100", nil, &tracks); err != nil {
		return err
	}
	ids := make([]string, len(tracks))
	for i := range tracks {
		ids[i] = tracks[i].ID
	}
	var list struct{ ID string }
	if err := c.call(ctx, http.MethodPost, "/api/playlists", map[string]any{"name": "Rotation"}, &list); err != nil {
		return err
	}
	if err := c.call(ctx, http.MethodPost, "/api/playlists/"+list.ID+"/tracks", map[string]any{"trackIds": ids}, nil); err != nil {
		return err
	}
	idle := memory(s.cmd.Process.Pid)
	for i := range o.stations {
		station := map[string]any{"name": fmt.Sprintf("Station %d", i), "mode": "autodj", "playlistId": list.ID, "options": map[string]any{"artistMinutes": 0, "albumMinutes": 0, "titleMinutes": 0}}
		if err := c.call(ctx, http.MethodPost, "/api/radios", station, nil); err != nil {
			return err
		}
	}
	fmt.Fprintf(out, "%d stations\tCPU of a core per station\tMB per station\t\n", o.stations)
	for n := range o.rounds {
		before, begin := family(s.cmd.Process.Pid), time.Now()
		<-time.After(o.each)
		share := (family(s.cmd.Process.Pid) - before).Seconds() / time.Since(begin).Seconds() / float64(o.stations)
		fmt.Fprintf(out, "from %v to %v\t%.2f %%\t%.1f\t\n", time.Duration(n)*o.each, time.Duration(n+1)*o.each, share*100, (memory(s.cmd.Process.Pid)-idle)/float64(o.stations))
	}
	return nil
}

// family returns the CPU time that a process and all its descendants, also those
// that have ended, have used so far.
func family(pid int) (used time.Duration) {
	for _, p := range descendants(pid) {
		for _, field := range []int{11, 12, 13, 14} { // utime, stime, cutime, cstime
			used += time.Duration(statField(p, field)) * 10 * time.Millisecond
		}
	}
	return used
}

// memory returns the memory of a process and its descendants in MB; what they
// share counts once.
func memory(pid int) (mb float64) {
	for _, p := range descendants(pid) {
		b, err := os.ReadFile(fmt.Sprintf("/proc/%d/smaps_rollup", p))
		if err != nil {
			continue // it has ended
		}
		for line := range strings.Lines(string(b)) {
			if f := strings.Fields(line); len(f) > 1 && f[0] == "Pss:" {
				kB, _ := strconv.ParseFloat(f[1], 64)
				mb += kB / 1024
			}
		}
	}
	return mb
}

// descendants returns a process and those that it and its descendants started.
func descendants(pid int) []int {
	all := []int{pid}
	processes, _ := filepath.Glob("/proc/[0-9]*")
	children := map[int][]int{}
	for _, p := range processes {
		child, err := strconv.Atoi(filepath.Base(p))
		if err == nil {
			parent := statField(child, 1)
			children[parent] = append(children[parent], child)
		}
	}
	for i := 0; i < len(all); i++ {
		all = append(all, children[all[i]]...)
	}
	return all
}

// statField returns a field of proc(5)'s stat, counted after the name in
// brackets; 0 for a process that has ended.
func statField(pid, field int) int {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(b), ") ")
	fields := strings.Fields(rest)
	if len(fields) <= field {
		return 0
	}
	n, _ := strconv.Atoi(fields[field])
	return n
}
