# Agents of 69 sizes.
awk 'BEGIN {
    for (size = 1; size < 70; size++)
        print "{\"id\":1,\"sx\":1,\"sy\":2,\"sz\":0,\"gx\":7,\"gy\":2,\"gz\":0,\"agent_x\":" size ",\"agent_y\":1,\"agent_z\":1}"
}' > many.jsonl
