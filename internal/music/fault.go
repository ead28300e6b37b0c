package music

// Fault is a part of the server that does not work while the rest does.
type Fault struct {
	Part string // disk, music, radio or ffmpeg
	Says Message
}
