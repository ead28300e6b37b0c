package vitals

import (
	"syscall"
	"time"
)

// Folder is a folder of the server and what it holds: data, media or music.
type Folder struct{ Holds, Path string }

// Disk is the disk that holds one or more folders.
type Disk struct {
	Folders     []Folder
	Free, Total int64 // bytes; Free is what the server may still use
	// FullAt is when it will be full if it goes on filling up as it has; zero if that
	// is not known or not to be expected.
	FullAt time.Time
}

// DisksOf returns the disks of the folders, each once, in the order of the folders.
// It leaves out folders that are not there.
func DisksOf(folders []Folder) []Disk {
	var disks []Disk
	known := map[syscall.Fsid]int{}
	for _, folder := range folders {
		var stat syscall.Statfs_t
		if syscall.Statfs(folder.Path, &stat) != nil {
			continue
		}
		at, ok := known[stat.Fsid]
		if !ok {
			at = len(disks)
			known[stat.Fsid] = at
			disks = append(disks, Disk{Free: int64(stat.Bavail) * stat.Bsize, Total: int64(stat.Blocks) * stat.Bsize})
		}
		disks[at].Folders = append(disks[at].Folders, folder)
	}
	return disks
}
