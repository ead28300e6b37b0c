package things

// formEnvelope is how many bytes a form has around its file.
const FormEnvelope = 64 << 10
