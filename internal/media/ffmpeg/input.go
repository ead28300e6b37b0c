package ffmpeg

// decoders are those of the formats that package tag reads; ffmpeg may use no
// others. It has no need to decode the pictures in a file.
const decoders = "mp3float,mp3,flac,vorbis,opus,libopus,aac,alac," +
	"pcm_u8,pcm_s8,pcm_s16le,pcm_s16be,pcm_s24le,pcm_s24be,pcm_s32le,pcm_s32be,pcm_f32le,pcm_f32be,pcm_f64le,pcm_f64be,pcm_alaw,pcm_mulaw"

// Input returns the arguments that make ffmpeg read one audio file and nothing
// else: with the demuxer that tag.Probe names for its content, through no
// protocol but the disk's, with the decoders of music only. Further options of
// the input go in front of them.
func Input(path, demuxer string) []string {
	return []string{"-protocol_whitelist", "file,pipe", "-codec_whitelist", decoders, "-f", demuxer, "-i", "file:" + path}
}

// demuxers are those tag.Probe names. None of them reads anything but its file.
const demuxers = "mp3,aac,flac,ogg,mov,wav,aiff"

// LateInput is Input for a file that does not exist yet: the path leads to
// music by the time ffmpeg opens it. ffmpeg chooses among the demuxers.
func LateInput(path string) []string {
	return []string{"-protocol_whitelist", "file,pipe", "-codec_whitelist", decoders, "-format_whitelist", demuxers, "-i", "file:" + path}
}

// StreamInput is Input for a stream that arrives on the standard input while it
// is made, in the container that ffmpeg knows by this name.
func StreamInput(container string) []string {
	return []string{"-protocol_whitelist", "pipe", "-codec_whitelist", decoders, "-f", container, "-i", "pipe:0"}
}
