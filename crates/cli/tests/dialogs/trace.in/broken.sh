# A trace with an event that is none, and one of another map.
sed '2s/"side":"start"/"side":7/' t.jsonl > broken.jsonl
sed '1s/"occupied":/"occupied":1/' t.jsonl > other.jsonl
