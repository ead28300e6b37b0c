package ingest

// Ports are where source clients come to, beside the main port.
type Ports struct {
	Port    int    // of Icecast sources and listeners; 0 for none
	Second  int    // of SHOUTcast v1, which adds one; 0 for none
	Problem string // one sentence, why there is none or only one; ""
}
