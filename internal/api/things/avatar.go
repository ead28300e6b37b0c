package things

// FormEnvelope is how many bytes a form may have besides its file.
const FormEnvelope = 64 << 10
