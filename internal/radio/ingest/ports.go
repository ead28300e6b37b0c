package ingest

import "sonora/internal/music"

// Ports are the ports that source clients connect to, besides the main port.
type Ports struct {
	Port    int           // for Icecast sources and listeners; 0 for none
	Second  int           // for SHOUTcast v1, which adds one; 0 for none
	Problem music.Message // why there is no port or only one; may be zero
}
