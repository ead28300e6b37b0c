package app

import (
	"syscall"

	"sonora/internal/blob"
	"sonora/internal/music"
	"sonora/internal/vitals"
)

// fullDiskBytes is the free space below which a disk is as good as full.
const fullDiskBytes = 100 << 20

// faults lists the parts of the server that do not work.
func (a *App) faults(c Config) []music.Fault {
	var list []music.Fault
	for _, folder := range c.ownFolders() {
		if free, err := freeBytes(folder.Path); err != nil || free < fullDiskBytes {
			list = append(list, music.Fault{Part: "disk", Says: music.Say("The disk with the data of this server is full or cannot be used.")})
			break
		}
	}
	if !a.bus.Answers() {
		list = append(list, music.Fault{Part: "bus", Says: music.Say("NATS does not answer, so the servers of the cluster cannot reach each other and stations are silent.")})
	}
	if a.library.Absent() > 0 {
		list = append(list, music.Fault{Part: "music", Says: music.Say("A music folder is not there, or its disk is not mounted.")})
	}
	if a.ffmpeg.Err() != nil {
		list = append(list, music.Fault{Part: "ffmpeg", Says: music.Say("ffmpeg does not answer or is not installed. Nothing is converted, and stations that mix are silent.")})
	}
	if !a.ports.Problem.IsZero() {
		list = append(list, music.Fault{Part: "radio", Says: a.ports.Problem})
	}
	return list
}

// ownFolders are the folders that this server writes to, and what they hold.
func (c Config) ownFolders() []vitals.Folder {
	return []vitals.Folder{{Holds: "data", Path: c.Data}, {Holds: "media", Path: c.Media}}
}

// folders are the folders on disks of this machine, and what they hold.
func (c Config) folders() []vitals.Folder {
	list := c.ownFolders()
	for _, place := range c.Music {
		if !blob.IsBucket(place) {
			list = append(list, vitals.Folder{Holds: "music", Path: place})
		}
	}
	return list
}

// reserveBytes is the free space that uploads and mixes leave for the database and
// everything else that has to go on.
const reserveBytes = 500 << 20

// roomBytes returns how many bytes uploads and mixes may still write to the disk that
// holds a folder; less than 0 if its reserve is in use.
func roomBytes(folder string) (int64, error) {
	free, err := freeBytes(existing(folder))
	return free - reserveBytes, err
}

// freeBytes returns the free space of the disk that holds a folder.
func freeBytes(folder string) (int64, error) {
	var disk syscall.Statfs_t
	if err := syscall.Statfs(folder, &disk); err != nil {
		return 0, err
	}
	return int64(disk.Bavail) * disk.Bsize, nil
}
