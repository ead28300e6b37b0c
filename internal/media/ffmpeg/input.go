package ffmpeg

// decoders lists the decoders for the formats that package tag reads. ffmpeg
// may use no others; it need not decode embedded pictures.
const decoders = "mp3float,mp3,flac,vorbis,opus,libopus,aac,alac," +
	"pcm_u8,pcm_s8,pcm_s16le,pcm_s16be,pcm_s24le,pcm_s24be,pcm_s32le,pcm_s32be,pcm_f32le,pcm_f32be,pcm_f64le,pcm_f64be,pcm_alaw,pcm_mulaw"

// Input returns the arguments that restrict ffmpeg to reading one audio file:
// the demuxer that tag.Probe returned for its content, only the file protocol,
// and only decoders for music. Put further input options before them.
func Input(path, demuxer string) []string {
	return []string{"-protocol_whitelist", "file,pipe", "-codec_whitelist", decoders, "-f", demuxer, "-i", "file:" + path}
}

// demuxers lists the demuxers that tag.Probe returns. None of them opens other
// files.
const demuxers = "mp3,aac,flac,ogg,mov,wav,aiff"

// LateInput is Input for a file that does not exist yet but will be audio when
// ffmpeg opens it. ffmpeg chooses among demuxers.
func LateInput(path string) []string {
	return []string{"-protocol_whitelist", "file,pipe", "-codec_whitelist", decoders, "-format_whitelist", demuxers, "-i", "file:" + path}
}

// StreamInput is Input for a stream that arrives on standard input, in the
// container with this ffmpeg name.
func StreamInput(container string) []string {
	return []string{"-protocol_whitelist", "pipe", "-codec_whitelist", decoders, "-f", container, "-i", "pipe:0"}
}
