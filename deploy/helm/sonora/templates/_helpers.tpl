{{- define "sonora.name" -}}
{{- printf "%s-sonora" .Release.Name | trunc 52 | trimSuffix "-" -}}
{{- end -}}

{{- define "sonora.selector" -}}
app.kubernetes.io/name: sonora
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "sonora.labels" -}}
{{ include "sonora.selector" . }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end -}}

{{- define "sonora.secret" -}}
{{- .Values.existingSecret | default (include "sonora.name" .) -}}
{{- end -}}

{{- /* The secret with secret.key; empty if each server makes its own. */ -}}
{{- define "sonora.key" -}}
{{- if .Values.secretKey.existingSecret -}}
{{- .Values.secretKey.existingSecret -}}
{{- else if .Values.secretKey.base64 -}}
{{- include "sonora.name" . }}-key
{{- end -}}
{{- end -}}

{{- define "sonora.hasMusic" -}}
{{- if or .Values.music.existingClaim .Values.music.size }}yes{{ end -}}
{{- end -}}

{{- /* Several servers are one Sonora only if they share everything but their data folders. */ -}}
{{- define "sonora.check" -}}
{{- if and (gt (int .Values.replicas) 1) (not .Values.existingSecret) -}}
{{- range list "SONORA_DATABASE" "SONORA_BUS" "SONORA_STORAGE" -}}
{{- $_ := required (printf "several servers need secrets.%s" .) (get $.Values.secrets .) -}}
{{- end -}}
{{- end -}}
{{- if and (gt (int .Values.replicas) 1) (not (include "sonora.key" .)) -}}
{{- fail "several servers need secretKey" -}}
{{- end -}}
{{- end -}}
